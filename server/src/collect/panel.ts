import { normalized } from '../base/tidy.ts';
import { withoutSuperlative } from './superlative.ts';

const PANEL_SIZE_MAX = 20;
export const PROMPT_LENGTH_MAX = 500;

/** Five unbranded prompts that a person might ask an assistant, in the keyword's language. */
export function defaultPanel(keyword: string, language: string | undefined): string[] {
  const templates = TEMPLATES[templateLanguage(keyword, language)];
  if (isQuestion(keyword) || OTHER_QUESTION.test(keyword.trim())) {
    return templates.question.map((template) => fill(template, keyword));
  }
  const thing = withoutSuperlative(keyword);
  return templates.thing.map((template) => fill(template, thing));
}

/** What is wrong with a panel and how to fix it. Undefined if it is valid. */
export function panelProblem(prompts: string[], brandNames: string[]): string | undefined {
  if (prompts.length < 1 || prompts.length > PANEL_SIZE_MAX) {
    return `Enter 1 to ${PANEL_SIZE_MAX} prompts, not ${prompts.length}.`;
  }
  const names = brandNames.map((name) => ({ name, pattern: patternOf(name) }));
  const seen = new Map<string, number>();
  for (const [index, prompt] of prompts.entries()) {
    const problem = promptProblem(prompt, names);
    if (problem) return `Prompt ${index + 1} ${problem}`;
    const key = normalized(prompt, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
    const twin = seen.get(key);
    if (twin !== undefined) return `Prompt ${index + 1} is the same as prompt ${twin + 1}. Remove one of them.`;
    seen.set(key, index);
  }
  return undefined;
}

/** Which of the default prompts this is. Undefined for a custom prompt. */
export function defaultPanelPlace(
  keyword: string,
  prompt: string,
): { language: PanelLanguage; index: number } | undefined {
  const kinds = isQuestion(keyword) ? (['question'] as const) : (['thing', 'question'] as const);
  const thing = withoutSuperlative(keyword);
  for (const kind of kinds) {
    for (const language of PANEL_LANGUAGES) {
      const filled = kind === 'question' ? keyword : thing;
      const index = TEMPLATES[language][kind].findIndex((template) => isFilled(template, filled, prompt));
      if (index >= 0) return { language, index };
    }
  }
  return undefined;
}

interface BrandName {
  name: string;
  pattern: RegExp | undefined;
}

function promptProblem(prompt: string, names: BrandName[]): string | undefined {
  const length = [...prompt.trim()].length;
  if (length === 0) return 'is empty. Write a prompt or remove it.';
  if (length > PROMPT_LENGTH_MAX) {
    return `has ${length} characters. Shorten it to ${PROMPT_LENGTH_MAX} or fewer.`;
  }
  const folded = fold(prompt);
  const name = names.find(({ pattern }) => pattern?.test(folded))?.name;
  return name && `mentions "${name}". Remove the name, because an answer to such a prompt always mentions the brand.`;
}

/** Case, accents, and space or hyphen do not matter, because people are careless about all three. */
function patternOf(name: string): RegExp | undefined {
  const parts = fold(name)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  if (parts.length === 0) return undefined;
  return new RegExp(`(?<!${WORD})${parts.join('[\\s\\p{Pd}]*')}(?!${WORD})`, 'u');
}

/** Chinese, Japanese and Thai have no spaces between words, so adjacent characters do not make a longer word. */
const WORD = '(?:(?![\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}])[\\p{L}\\p{N}])';

function fold(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

function templateLanguage(keyword: string, language: string | undefined): PanelLanguage {
  const wanted = language?.toLowerCase().split(/[-_]/)[0];
  if (wanted) return PANEL_LANGUAGES.find((known) => known === wanted) ?? 'en';
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(keyword)) return 'ja';
  return /\p{sc=Han}/u.test(keyword) ? 'zh' : 'en';
}

/** "how to plan a sprint" needs different sentences than "project management software". */
export function isQuestion(keyword: string): boolean {
  return QUESTION.test(keyword.trim());
}

const QUESTION =
  /[?？]$|^(how|what|why|when|where|who|should|can|wie|was|warum|wann|comment|pourquoi|quand|cómo|qué|por qué|come|perché|hoe|wat|waarom|como|o que|jak|dlaczego|co)\s|^(如何|怎么|怎樣|怎样|为什么)|(方法|やり方|するには|とは)$/iu;

/** More question words. Not part of `isQuestion`, because that would change the answers of existing sandboxes. */
const OTHER_QUESTION =
  /^(which|is|are|do|does|welche[rsnm]?|quels?|quelles?|cuál|cuáles|quale?|quali|welke|qual|quais)\s/iu;

function fill(template: string, keyword: string): string {
  return template.replace('{}', () => bare(keyword));
}

function isFilled(template: string, keyword: string, prompt: string): boolean {
  const hole = template.indexOf('{}');
  return prompt.startsWith(template.slice(0, hole)) && prompt === fill(template, keyword);
}

function bare(keyword: string): string {
  return keyword.trim().replace(/^¿|\s*[?？]+$/g, '');
}

export type PanelLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'ja' | 'zh';

/** `{}` is placed where the keyword is not declined, for any gender or number. */
const TEMPLATES: Record<PanelLanguage, { thing: string[]; question: string[] }> = {
  en: {
    thing: [
      'Which {} would you recommend, and why?',
      'I am looking for {}. What are my best options?',
      'What are the leading options for {} right now, and how do they compare?',
      'Help me choose: {}. Which ones do people trust most, and what do they cost?',
      'If you could suggest only three options for {}, which would they be?',
    ],
    question: [
      '{}? Which tools or services would you recommend for it?',
      'Explain step by step: {}. What should I use to do it well?',
      'I need help with this: {}. What are the best options to make it easier?',
      'My question is: {}? Please name the products people trust most.',
      'If you could suggest only three tools for this, which would they be: {}?',
    ],
  },
  de: {
    thing: [
      'Ich suche {}. Was sind die besten Möglichkeiten?',
      'Was würdest du mir empfehlen und warum: {}?',
      'Welche Anbieter sind bei {} zurzeit führend, und worin unterscheiden sie sich?',
      'Hilf mir bei der Auswahl: {}. Was hat sich bewährt, und was kostet es?',
      'Wenn du nur drei Anbieter für {} nennen dürftest, welche wären es?',
    ],
    question: [
      '{}? Welche Werkzeuge oder Dienste empfiehlst du dafür?',
      'Erkläre Schritt für Schritt: {}. Was sollte ich dafür verwenden?',
      'Ich brauche Hilfe: {}. Was macht es mir am leichtesten?',
      'Meine Frage: {}? Nenne bitte Produkte, die sich bewährt haben.',
      'Wenn du nur drei Werkzeuge dafür nennen dürftest, welche wären es: {}?',
    ],
  },
  fr: {
    thing: [
      'Je cherche {}. Quelles sont les meilleures options ?',
      'Que me conseilles-tu, et pourquoi : {} ?',
      'Quels sont les acteurs de référence pour {} en ce moment, et en quoi diffèrent-ils ?',
      'Aide-moi à choisir : {}. Lesquels sont les plus fiables, et combien coûtent-ils ?',
      'Si tu ne devais citer que trois options pour {}, lesquelles choisirais-tu ?',
    ],
    question: [
      '{} ? Quels outils ou services recommandes-tu ?',
      'Explique étape par étape : {}. Que faut-il utiliser pour bien faire ?',
      "J'ai besoin d'aide : {}. Quelles solutions me simplifieraient la tâche ?",
      'Voici ma question : {} ? Cite les produits les plus fiables.',
      'Si tu ne devais citer que trois outils pour cela, lesquels choisirais-tu : {} ?',
    ],
  },
  es: {
    thing: [
      'Busco {}. ¿Cuáles son las mejores opciones?',
      '¿Qué me recomiendas y por qué: {}?',
      '¿Cuáles son las opciones líderes en {} ahora mismo y en qué se diferencian?',
      'Ayúdame a elegir: {}. ¿En cuáles confía más la gente y cuánto cuestan?',
      'Si solo pudieras sugerir tres opciones para {}, ¿cuáles serían?',
    ],
    question: [
      '¿{}? ¿Qué herramientas o servicios recomiendas para ello?',
      'Explícame paso a paso: {}. ¿Qué debería usar para hacerlo bien?',
      'Necesito ayuda con esto: {}. ¿Qué opciones me lo ponen más fácil?',
      'Mi pregunta es: ¿{}? Nombra los productos de más confianza.',
      'Si solo pudieras sugerir tres herramientas para esto, ¿cuáles serían?: {}',
    ],
  },
  it: {
    thing: [
      'Sto cercando {}. Quali sono le opzioni migliori?',
      'Che cosa mi consigli e perché: {}?',
      'Quali sono le soluzioni di riferimento per {} in questo momento e in che cosa differiscono?',
      'Aiutami a scegliere: {}. Di quali ci si fida di più e quanto costano?',
      'Se potessi suggerire solo tre opzioni per {}, quali sarebbero?',
    ],
    question: [
      '{}? Quali strumenti o servizi consigli?',
      'Spiegami passo per passo: {}. Che cosa dovrei usare per farlo bene?',
      'Ho bisogno di aiuto: {}. Quali soluzioni mi semplificano il lavoro?',
      'La mia domanda è: {}? Indica i prodotti più affidabili.',
      'Se potessi suggerire solo tre strumenti per questo, quali sarebbero: {}?',
    ],
  },
  nl: {
    thing: [
      'Ik zoek {}. Wat zijn de beste opties?',
      'Wat raad je me aan en waarom: {}?',
      'Welke aanbieders lopen nu voorop met {}, en waarin verschillen ze?',
      'Help me kiezen: {}. Welke worden het meest vertrouwd en wat kosten ze?',
      'Als je maar drie opties voor {} mocht noemen, welke zouden dat zijn?',
    ],
    question: [
      '{}? Welke hulpmiddelen of diensten raad je daarvoor aan?',
      'Leg stap voor stap uit: {}. Wat kan ik het beste gebruiken?',
      'Ik heb hulp nodig: {}. Wat maakt het me makkelijker?',
      'Mijn vraag is: {}? Noem de producten die het meest vertrouwd worden.',
      'Als je hiervoor maar drie hulpmiddelen mocht noemen, welke zouden dat zijn: {}?',
    ],
  },
  pt: {
    thing: [
      'Estou à procura de {}. Quais são as melhores opções?',
      'O que me recomenda e porquê: {}?',
      'Quais são as opções líderes em {} neste momento e em que diferem?',
      'Ajude-me a escolher: {}. Quais são as de maior confiança e quanto custam?',
      'Se só pudesse sugerir três opções para {}, quais seriam?',
    ],
    question: [
      '{}? Que ferramentas ou serviços recomenda para isso?',
      'Explique passo a passo: {}. O que devo usar para o fazer bem?',
      'Preciso de ajuda com isto: {}. Que opções tornam tudo mais fácil?',
      'A minha pergunta é: {}? Indique os produtos de maior confiança.',
      'Se só pudesse sugerir três ferramentas para isto, quais seriam: {}?',
    ],
  },
  pl: {
    thing: [
      'Szukam rozwiązania: {}. Jakie są najlepsze opcje?',
      'Co polecasz i dlaczego: {}?',
      'Kto jest obecnie liderem w kategorii „{}” i czym się te rozwiązania różnią?',
      'Pomóż mi wybrać: {}. Którym ludzie ufają najbardziej i ile kosztują?',
      'Jeśli można podać tylko trzy propozycje w kategorii „{}”, jakie by to były?',
    ],
    question: [
      '{}? Jakie narzędzia lub usługi do tego polecasz?',
      'Wyjaśnij krok po kroku: {}. Czego najlepiej użyć?',
      'Potrzebuję pomocy: {}. Jakie rozwiązania to ułatwią?',
      'Moje pytanie brzmi: {}? Wymień produkty, którym ludzie ufają.',
      'Jeśli można podać tylko trzy narzędzia do tego, jakie by to były: {}?',
    ],
  },
  ja: {
    thing: [
      'おすすめの{}を理由とあわせて教えてください。',
      '{}を探しています。どの選択肢がよいですか？',
      '現在、{}で代表的なものはどれですか？違いも教えてください。',
      '{}を選ぶのを手伝ってください。信頼されているものと料金を知りたいです。',
      '{}を三つだけ挙げるとしたら、どれですか？',
    ],
    question: [
      '{}について、おすすめのツールやサービスを教えてください。',
      '{}を順を追って説明してください。何を使うとよいですか？',
      '{}で困っています。楽にしてくれる選択肢はありますか？',
      '質問です：{}。信頼されている製品を挙げてください。',
      '{}に役立つツールを三つだけ挙げるとしたら、どれですか？',
    ],
  },
  zh: {
    thing: [
      '你会推荐哪些{}？为什么？',
      '我在找{}，有哪些好的选择？',
      '目前{}领域有哪些领先的产品？它们有什么区别？',
      '请帮我挑选{}：哪些最受信任，价格如何？',
      '如果只能推荐三款{}，你会选哪三款？',
    ],
    question: [
      '{}？你会推荐哪些工具或服务？',
      '请一步一步说明：{}。用什么工具比较好？',
      '我需要帮助：{}。有哪些选择能让这件事更轻松？',
      '我的问题是：{}？请列出最受信任的产品。',
      '如果只能推荐三款工具来解决这个问题，你会选哪三款：{}？',
    ],
  },
};

const PANEL_LANGUAGES = Object.keys(TEMPLATES) as PanelLanguage[];
