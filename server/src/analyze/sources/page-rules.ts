import type { PageType } from './types.ts';

interface PageRule {
  type: PageType;
  /** In the URL without its scheme. */
  url?: RegExp;
  title?: RegExp;
}

/** The first rule whose URL or title matches decides. */
export const PAGE_RULES: PageRule[] = [
  { type: 'home', url: /^[^/]+\/?$/ },
  {
    type: 'video',
    url: /^(?:[^/]*\.)?(?:youtube\.com\/(?:watch|shorts|live)|youtu\.be\/|vimeo\.com\/\d|dailymotion\.com\/video|bilibili\.com\/video)|\/videos?\//,
  },
  {
    type: 'thread',
    url: /\/(?:comments|threads?|showthread|viewtopic|showtopic|questions?|question_detail|issues|discussions?|talk|frage|thema|qaq-p|m-p|td-p|story|post)(?:[/.?-]|$)|news\.ycombinator\.com\/item|^(?:[a-z]+\.)?quora\.com\/[^/]+$|^[^/]+\/t\/[^/]+\/\d+|\/forum\/all\//i,
  },
  { type: 'pricing', url: /\/(?:pricing|prices?|plans|preise|tarifs|precios|prezzi)(?:\/|$)/i },
  {
    type: 'documentation',
    url: /^(?:docs?|help|support|developers?|developer|knowledge|kb|learn|api|datatracker)\.|\/(?:docs?|documentation|help|manual|reference|api|rfc|TR|userguide)\/|\/rfc\d|readme/i,
  },
  {
    type: 'comparison',
    url: /(?:^|[/_-])(?:vs|versus)[/_-]|\/compare(?:[/-]|$)|vergleich-|\/comparison\//i,
    title: /\b(?:vs\.?|versus|compared|im Vergleich|comparatif)\b/i,
  },
  {
    type: 'listicle',
    url: /(?:[/_-])(?:best|top)[/_-]|-alternatives|\/bestenlisten?\/|\/categor(?:y|ies)\/|\/list\/|[a-z]-software\/?$|best-sellers/i,
    title:
      /^(?:the |die |les |las |los )?(?:\d+ )?(?:best|top|besten|meilleurs?|mejores)\b|^\d+ |alternatives$|おすすめ/i,
  },
  { type: 'how-to', url: /(?:[/_-])how[_-]to[_-]|wikihow\.com\//i, title: /^(?:how to|so |comment |cómo )/i },
  {
    type: 'review',
    url: /\/(?:reviews?|testberichte?|bewertungen|erfahrungen|avis)(?:[/.-]|$)|[_-](?:review|reviews)(?:[-/.]|$)|\/biz\//i,
    title: /\breviews?$|\breviewed\b|Bewertungen|Erfahrungen/i,
  },
  {
    type: 'reference',
    url: /\/(?:wiki|glossary|glossar|lexikon|dictionary|terms|browse|entries|title|organization|profiles|quote|equities|node|details)\/|\.britannica\.com\/topic/i,
  },
  {
    type: 'product',
    url: /\/(?:products?|produkte?|produits?|features?|fonctionnalites|funktionen|dp|itm|ip|item|items|listing|listings|p|apps?|plugins|detail|product-detail|rooms|hotel|homedetails|software|shop|store)\/|\/features?$|\.p$|marketplace|\/store\//i,
  },
  {
    type: 'article',
    url: /\/(?:blog|news|articles?|artikel|insights|resources|stories|actualites|topics?|sites|pulse|content|science|publication|abs|pdf|doi|newsroom|press)(?:\/|$)|\/(?:19|20)\d\d[/-][01]?\d|-\d{5,}(?:\.html)?$|\.substack\.com\/p\//i,
  },
];
