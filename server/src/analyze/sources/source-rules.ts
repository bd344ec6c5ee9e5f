import type { RuledType } from './types.ts';

/** Sites that are cited often. See `knownSite` for the forms. */
export const DOMAIN_RULES: Record<RuledType, string> = {
  community: `
    reddit.com quora.com youtube.com youtu.be vimeo.com tiktok.com dailymotion.com twitch.tv bilibili.com
    stackoverflow.com stackexchange.com superuser.com serverfault.com askubuntu.com mathoverflow.net
    news.ycombinator.com ycombinator.com lobste.rs slashdot.org/story lemmy.world tildes.net
    medium.com substack.com dev.to hashnode.dev hackernoon.com blogspot.com wordpress.com tumblr.com ghost.io
    linkedin.com facebook.com x.com twitter.com instagram.com pinterest.com threads.net bsky.app mastodon.social
    discord.com t.me telegram.me whatsapp.com snapchat.com vk.com
    github.com gitlab.com codeberg.org producthunt.com indiehackers.com betalist.com
    spiceworks.com bogleheads.org mumsnet.com gutefrage.net head-fi.org avforums.com resetera.com
    tripadvisor.*/ShowTopic answers.microsoft.com discussions.apple.com glassdoor.* indeed.com/cmp
    goodreads.com letterboxd.com instructables.com wikihow.com fandom.com
    podcasts.apple.com open.spotify.com soundcloud.com
    zhihu.com weibo.com douban.com xiaohongshu.com chiebukuro.yahoo.co.jp qiita.com note.com zenn.dev hatenablog.com
    naver.com tistory.com habr.com pikabu.ru vc.ru otzovik.com taringa.net forocoches.com jeuxvideo.com`,
  editorial: `
    techradar.com pcmag.com forbes.com cnet.com tomsguide.com tomshardware.com theverge.com wired.com engadget.com
    techcrunch.com venturebeat.com zdnet.com howtogeek.com lifehacker.com arstechnica.com gizmodo.com mashable.com
    makeuseof.com digitaltrends.com creativebloq.com t3.com whathifi.com rtings.com androidauthority.com 9to5mac.com
    macworld.com pcworld.com computerworld.com infoworld.com cio.com csoonline.com networkworld.com theregister.com
    thenewstack.io infoq.com searchengineland.com searchenginejournal.com adweek.com marketingweek.com
    nytimes.com washingtonpost.com wsj.com ft.com economist.com theguardian.com bbc.com bbc.co.uk cnn.com reuters.com
    apnews.com bloomberg.com cnbc.com businessinsider.com fastcompany.com inc.com entrepreneur.com fortune.com time.com
    theatlantic.com newyorker.com vox.com axios.com politico.com politico.eu npr.org usatoday.com latimes.com
    independent.co.uk telegraph.co.uk thetimes.com dailymail.co.uk sky.com euronews.com dw.com aljazeera.com
    hbr.org nerdwallet.com investopedia.com bankrate.com thebalancemoney.com kiplinger.com businessnewsdaily.com
    business.com fool.com marketwatch.com consumerreports.org which.co.uk goodhousekeeping.com thespruce.com
    bobvila.com realsimple.com healthline.com webmd.com verywellhealth.com medicalnewstoday.com everydayhealth.com
    people.com vogue.com gq.com menshealth.com runnersworld.com outdoorgearlab.com caranddriver.com edmunds.com
    lonelyplanet.com travelandleisure.com cntraveler.com nationalgeographic.com zapier.com/blog
    heise.de golem.de chip.de computerbild.de t3n.de spiegel.de zeit.de faz.net sueddeutsche.de welt.de handelsblatt.com
    stern.de focus.de n-tv.de tagesschau.de test.de lemonde.fr lefigaro.fr liberation.fr lesechos.fr 01net.com clubic.com
    elpais.com elmundo.es xataka.com corriere.it repubblica.it ilsole24ore.com nrc.nl volkskrant.nl tweakers.net
    publico.pt folha.uol.com.br globo.com onet.pl nikkei.com asahi.com yomiuri.co.jp impress.co.jp itmedia.co.jp
    thehindu.com indiatimes.com ndtv.com hindustantimes.com scmp.com straitstimes.com abc.net.au smh.com.au cbc.ca
    globalnews.ca theglobeandmail.com rbc.ru kommersant.ru donga.com chosun.com`,
  reference: `
    wikipedia.org wiktionary.org wikidata.org wikimedia.org britannica.com merriam-webster.com dictionary.com
    dictionary.cambridge.org collinsdictionary.com thesaurus.com oed.com plato.stanford.edu encyclopedia.com
    arxiv.org biorxiv.org ssrn.com sciencedirect.com springer.com acm.org ieee.org nature.com science.org plos.org
    wiley.com tandfonline.com sagepub.com oup.com cambridge.org jstor.org researchgate.net semanticscholar.org
    scholar.google.com books.google.com frontiersin.org mdpi.com cell.com thelancet.com bmj.com nejm.org
    crunchbase.com pitchbook.com statista.com mordorintelligence.com grandviewresearch.com tracxn.com cbinsights.com
    finance.yahoo.com investing.com imdb.com openstreetmap.org archive.org developer.mozilla.org w3.org
    rfc-editor.org ietf.org whatwg.org w3schools.com geeksforgeeks.org ourworldindata.org tradingeconomics.com`,
  review: `
    g2.com capterra.* getapp.* softwareadvice.* trustpilot.* trustradius.com gartner.com/reviews alternativeto.net
    sourceforge.net slashdot.org/software saasworthy.com goodfirms.co clutch.co sortlist.* peerspot.com crozdesk.com
    softwaresuggest.com financesonline.com selecthub.com omr.com producthunt.com/alternatives stackshare.io
    yelp.* tripadvisor.* sitejabber.com bbb.org reviews.io feefo.com kununu.com consumeraffairs.com angi.com thumbtack.com
    amazon.* ebay.* walmart.com target.com bestbuy.com etsy.com alibaba.com aliexpress.com temu.com wayfair.com
    newegg.com costco.com homedepot.com lowes.com rakuten.* idealo.* otto.de mediamarkt.* saturn.de check24.de
    kakaku.com coupang.com flipkart.com mercadolibre.* bol.com zalando.* allegro.pl ozon.ru wildberries.ru
    apps.apple.com play.google.com chromewebstore.google.com addons.mozilla.org marketplace.visualstudio.com
    apps.shopify.com marketplace.atlassian.com appsource.microsoft.com aws.amazon.com/marketplace wordpress.org/plugins
    appexchange.salesforce.com zapier.com/apps booking.* airbnb.* expedia.* hotels.com kayak.* agoda.com opentable.com
    zillow.com redfin.com realtor.com autotrader.* cars.com carfax.com`,
  institutional: `
    europa.eu who.int un.org oecd.org worldbank.org imf.org wto.org unesco.org unicef.org ilo.org wipo.int nato.int
    iso.org iec.ch ieee-sa.org pmi.org aicpa-cima.com shrm.org ico.org.uk nhs.uk canada.ca admin.ch bund.de
    bundesfinanzministerium.de service-public.fr bundesbank.de ecb.int ethz.ch epfl.ch redcross.org wwf.* greenpeace.*
    pewresearch.org brookings.edu rand.org mayoclinic.org clevelandclinic.org hopkinsmedicine.org cancer.org heart.org
    weforum.org gatesfoundation.org owasp.org eff.org ietf.org/about`,
  corporate: `
    aws.amazon.com microsoft.com apple.com cloud.google.com salesforce.com hubspot.com oracle.com ibm.com sap.com
    adobe.com intuit.com cisco.com intel.com nvidia.com atlassian.com asana.com monday.com clickup.com notion.com
    notion.so slack.com zoom.us shopify.com stripe.com squareup.com paypal.com wix.com squarespace.com godaddy.com
    mailchimp.com semrush.com ahrefs.com moz.com canva.com figma.com miro.com airtable.com zoho.com freshworks.com
    zendesk.com intercom.com pipedrive.com xero.com freshbooks.com quickbooks.intuit.com wrike.com smartsheet.com
    basecamp.com linear.app teamwork.com trello.com todoist.com evernote.com dropbox.com box.com zapier.com buffer.com
    hootsuite.com sproutsocial.com datadoghq.com newrelic.com grafana.com elastic.co splunk.com cloudflare.com
    digitalocean.com heroku.com vercel.com netlify.com mongodb.com postgresql.org kubernetes.io nodejs.org python.org
    docker.com 1password.com bitwarden.com lastpass.com nordvpn.com mckinsey.com deloitte.com accenture.com bcg.com
    pwc.com kpmg.com ey.com toyota.com ikea.com hermanmiller.com nike.com samsung.com sony.com dell.com hp.com lenovo.com
    openai.com anthropic.com perplexity.ai mistral.ai`,
};

/** Suffixes that only public bodies, schools and universities get. */
export const SUFFIX_RULES: [RegExp, RuledType][] = [
  [/\.(?:gov|mil|edu|int)$/, 'institutional'],
  [/\.(?:gov|gob|gouv|govt|gub|go|mil|edu|ac|k12|nhs|police|jus|leg)\.[a-z]{2}$/, 'institutional'],
  [/\.k12\.[a-z]{2}\.us$/, 'institutional'],
  [/(?:^|\.)gov\.(?:uk|br|au|in|it|pl|sg|za)$|(?:^|\.)(?:gob\.[a-z]{2}|gouv\.fr)$/, 'institutional'],
];

/** The part before the registrable domain. */
export const SUBDOMAIN_RULES: [RegExp, RuledType][] = [
  [/(?:^|\.)(?:forums?|community|communities|discuss|discussions?|discourse|boards?|answers)\.$/, 'community'],
  [/(?:^|\.)(?:docs?|help|support|developers?|knowledge|kb|api|status|app|learn|academy)\.$/, 'corporate'],
  [/(?:^|\.)wiki\.$/, 'reference'],
  [/(?:^|\.)reviews?\.$/, 'review'],
  [/(?:^|\.)(?:news|magazine?)\.$/, 'editorial'],
  [/(?:^|\.)blog\.$/, 'corporate'],
];

export const PATH_RULES: [RegExp, RuledType][] = [
  [/\/(?:threads?|showthread(?:\.php)?|viewtopic(?:\.php)?|forums?|thema|topic)(?:\/|$)/, 'community'],
  [/^\/t\/[^/]+\/\d+/, 'community'],
  [/^\/(?:wiki|glossary|glossar|lexikon|dictionary|encyclopedia)\//i, 'reference'],
  [/\/(?:19|20)\d\d\/[01]?\d\//, 'editorial'],
  [
    /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:pricing|prices?|plans|preise|tarifs|precios|prezzi|features?|fonctionnalites|funktionen|compare|vs|docs?|help|customers|integrations|solutions|use-cases?)(?:\/|$)/i,
    'corporate',
  ],
  [/^\/(?:product|produkt|produit)\/[^/]+/i, 'review'],
  [
    /^\/(?:products|produkte|produits|services|about|company|careers|blog|resources|insights|case-studies)(?:\/|$)/i,
    'corporate',
  ],
];

/** Words in the name of a domain. The weakest rules, so they come last. */
export const NAME_RULES: [RegExp, RuledType][] = [
  [/forum|-board$|chat$/, 'community'],
  [/wiki|encyclop|dictionary|glossar|lexikon/, 'reference'],
  [/reviews?(?:$|-)|compare|rank(?:er|ing|ed)?$|vergleich|markt\d*$|coupon/, 'review'],
  [
    /news|times$|herald|gazette|journal|magazine?|tribune|post$|daily|weekly|ledger|chronicle|observer|zeitung|nachrichten|mag$/,
    'editorial',
  ],
  [/university|universit|^uni-|college|academy|institute|foundation|association/, 'institutional'],
];
