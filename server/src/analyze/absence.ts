import type { Parts } from './context.ts';
import type { Occurrence } from './mentions.ts';
import { sentenceAt } from './sentences.ts';

/**
 * How an assistant says that it does not know a name, `‹›` being the name: "I couldn't find any information about ‹›". In
 * English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Russian, Turkish, Japanese, Chinese, Korean.
 */
const UNKNOWN = [
  String.raw`\b(?:I|we)(?:['’](?:m|re|ve)| am| are| have)? (?:(?:was|were|am|are|been|currently|still|really|also|just|personally|afraid|sorry|but|I|that|to),? ){0,5}(?:could|can|did|do|was|were|have|am|are|is)?(?:n['’]?t| not|not|unable to|never)(?: \w+)? ?(?:able to )?(?:find|found|locate|have|see|know|recogni[sz]e|heard?|familiar|aware|acquainted|verify|identify|confirm|provide|come across)\b(?: \w+){0,4}? ?(?:on|of|about|for|with|regarding|called|named|by the name of|concerning|that|whether|if)? ?(?:the |a |an |any )?(?:(?:company|brand|product|tool|platform|service|app|software|business|store|startup|something|anything)(?: \w+){0,4} )?‹›`,
  String.raw`\b(?:no|little|not (?:any|enough|much)|n['’]t (?:any|enough|much)) (?:\w+ ){0,3}(?:information|info|details|record|records|mention|results|references)(?: \w+){0,3} (?:on|of|about|for|regarding|called|named) (?:the |a |an |any )?(?:\w+ (?:called|named) )?‹›`,
  String.raw`‹› (?:is|was)(?:n['’]t| not) (?:\w+ ){0,6}(?:I['’]?m|I am|I know|I recogni[sz]e|familiar to me|known to me|in my (?:training|knowledge))`,
  String.raw`‹› does(?:n['’]t| not) (?:seem|appear) to (?:be (?:\w+ ){0,3}(?:well-known|known|recogni[sz]ed|documented)|exist)`,
  String.raw`(?:keine|kaum|nicht genügend) (?:[^\s.,;:]+ ){0,3}(?:Informationen|Angaben|Daten|Hinweise|Details|Ergebnisse)(?: [^\s.,;:]+){0,2} (?:über|zu|zum|zur|von|für) (?:[^\s.,;:]+ ){0,2}‹›`,
  String.raw`(?:über|zu|zum|zur|von|für|unter|mit) (?:[^\s.,;:]+ ){0,2}‹› (?:[^\s.,;:]+ ){0,5}?(?:keine|nichts|nicht)\b[^.]{0,60}(?:Informationen|Angaben|Daten|bekannt|finden|gefunden|vertraut|sagen)`,
  String.raw`‹› (?:ist mir|sagt mir|kenne ich)(?: [^\s.,;:]+){0,3} (?:nicht|nichts|unbekannt)|‹› ist mir unbekannt|(?:kenne ich|ich kenne) (?:[^\s.,;:]+ ){0,3}‹›[^.]{0,20} nicht`,
  String.raw`(?:pas|aucune?)(?: [^\s.,;:]+){0,5} (?:d['’])?(?:information|informations|renseignement|renseignements|donnée|données|détail|détails|trace|mention|résultat)s?(?: [^\s.,;:]+){0,3} (?:sur|concernant|de|d['’]|pour|au sujet de|à propos de) ?(?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`je ne (?:connais|reconnais) (?:pas|aucune?) (?:[^\s.,;:]+ ){0,4}‹›|pas famili(?:er|ère) avec (?:[^\s.,;:]+ ){0,3}‹›|‹› ne m['’]est pas (?:connue?|famili)`,
  String.raw`(?:no|ning[^\s.,;:]+|poca)(?: [^\s.,;:]+){0,5} (?:información|informacion|datos|detalles|resultados|referencias|mención)(?: [^\s.,;:]+){0,3} (?:sobre|acerca de|de|en relación con|respecto a) (?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`no (?:conozco|reconozco|me suena|estoy familiarizad[oa] con|tengo conocimiento de) (?:[^\s.,;:]+ ){0,4}‹›`,
  String.raw`(?:non|nessun[^\s.,;:]*|poche)(?: [^\s.,;:]+){0,5} (?:informazion[ei]|dettagli|dati|notizie|risultati|riferimenti)(?: [^\s.,;:]+){0,3} (?:su|sul|sulla|sullo|sull['’]|riguardo a|relativ[^\s.,;:] a|di|per) ?(?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`non (?:conosco|riconosco|ho familiarità con|sono a conoscenza di|ho mai sentito parlare di) (?:[^\s.,;:]+ ){0,4}‹›|‹› non mi è (?:not[oa]|familiare)`,
  String.raw`(?:geen|onvoldoende|weinig) (?:[^\s.,;:]+ ){0,3}(?:informatie|gegevens|details|resultaten|vermelding)(?: [^\s.,;:]+){0,3} (?:over|van|voor|met betrekking tot) (?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`over (?:[^\s.,;:]+ ){0,2}‹› [^.]{0,30}geen (?:[^\s.,;:]+ ){0,2}informatie|(?:ken|herken) (?:[^\s.,;:]+ ){0,3}‹› niet|‹› (?:ken ik niet|is mij niet bekend)|niet bekend met (?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`(?:não|nenhum[^\s.,;:]*|poucas)(?: [^\s.,;:]+){0,5} (?:informaç(?:ão|ões)|dados|detalhes|resultados|referências|registros?)(?: [^\s.,;:]+){0,3} (?:sobre|acerca d[aeo]|d[aeo]|a respeito d[aeo]) (?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`não (?:conheço|reconheço|estou familiarizad[oa] com|tenho conhecimento d[aeo]) (?:[^\s.,;:]+ ){0,4}‹›`,
  String.raw`(?:nie|żadnych|brak)(?: [^\s.,;:]+){0,5} (?:informacji|danych|szczegółów|wzmianek|wyników)(?: [^\s.,;:]+){0,3} (?:o|na temat|dotyczących|dla) (?:[^\s.,;:]+ ){0,3}‹›`,
  String.raw`nie (?:znam|rozpoznaję|kojarzę|słyszał[ae]m o) (?:[^\s.,;:]+ ){0,3}‹›|‹› nie jest mi znan[aey]`,
  String.raw`(?:не|нет|никакой)(?: [^\s.,;:]+){0,5} (?:информации|информацию|данных|сведений|упоминаний|результатов)(?: [^\s.,;:]+){0,3} (?:об?|про|по) (?:[^\s.,;:]+ ){0,3}["«]?‹›`,
  String.raw`(?:не знаю|не знаком[аы]? с|не слышала? о|незнаком[аы]? с|мне не ?знаком[^\s.,;:]*|мне неизвест[^\s.,;:]*) (?:[^\s.,;:]+ ){0,3}["«]?‹›|‹›["»]? мне (?:не ?знаком|неизвест|не извест)`,
  String.raw`‹›['’]?[^\s.,;:]{0,4} (?:hakkında|ile ilgili|konusunda)[^.]{0,40}(?:bilgi(?:ye)? (?:[^\s.,;:]+ ){0,2}(?:bulamadım|bulamadık|bulunamadı|yok|sahip değilim)|bilgim yok|bulamadım)|‹›['’]?[^\s.,;:]{0,4}[^.]{0,20}(?:tanımıyorum|bilmiyorum|aşina değilim)`,
  `‹›[^。]{0,12}(?:に関する|について|という)[^。]{0,20}(?:情報|詳細|記録|もの|会社|ブランド|製品)?[^。]{0,16}(?:見つかりません|見つけられません|見当たりません|確認できません|存じません|ありません|持っていません|知りません)|‹›[^。]{0,10}(?:存じ上げません|知りません|把握していません)`,
  `(?:没有|沒有|未能?|无法|無法|找不到|查不到|不了解|不熟悉|不知道|没听说过|沒聽說過)[^。，,]{0,10}(?:找到|查到|搜到|获得|獲得|确认|確認)?[^。，,]{0,8}(?:关于|關於|有关|有關|名为|名為|叫)?[^。，,]{0,4}‹›|‹›[^。]{0,6}(?:的)?(?:相关)?(?:信息|資訊|资料|資料)?[^。]{0,4}(?:没有找到|未找到|找不到|查不到|不熟悉|不了解)`,
  String.raw`‹›[^\s.,;:]{0,3} ?(?:에 대한|에 관한|에 대해|관련|이라는|라는)[^.]{0,20}(?:정보|내용|자료|브랜드|회사|제품)?[^.]{0,20}(?:찾을 수 없|찾지 못|없습니다|알지 못|모르|확인할 수 없|확인되지 않)|‹›[^\s.,;:]{0,3} ?(?:잘 )?(?:모릅니다|알지 못합니다|모르겠습니다)`,
].map((pattern) => new RegExp(pattern, 'i'));

/** A condition is not a statement: "If you couldn't find ‹› elsewhere, …". */
const CONDITION =
  /(?:^|[\s(,*])(?:if|unless|when|should you|in case|people who|users who|those who|falls|wenn|sollten sie|sofern|si|cuando|quand|lorsque|se|quando|als|indien|wanneer|jeśli|jeżeli|gdy|если|когда|eğer)\s|もし|場合|れば|如果|若是|假如|万一|만약|(?:다|라)면|(?:sa|se)n(?:ız|iz)\b/i;
/** After "I don't know ‹›", a sentence that only asks or guesses says nothing about it. */
const GUESS =
  /[?？]|\b(?:may|might|could|possibl[ey]|perhaps|maybe|please|let me know|you (?:asked|mentioned|meant|are asking|are referring|provide|share|tell)|your question|unclear|misspell|typo|similar(?:ly)? nam|vielleicht|möglich|könnte|bitte|peut-être|pourrait|quizás|podría|forse|potrebbe|misschien|talvez|może|belki)\b|возможно|可能|也许|かもしれ|아마|수 있/i;
/** Without one of these, a sentence states nothing of the kind: tested first, because most sentences have none. */
const NEGATION =
  /n['’]t|\b(?:not|no|never|unable|little|kein|kaum|nicht|unbekannt|pas|aucun|ning|poca|non|nessun|poche|geen|niet|onvoldoende|weinig|nenhum|nie|brak|yok|poucas)|não|(?:\s|^)не|нет|незнаком|неизвест|никак|madı|mıyor|miyor|değil|ません|[没沒未无無不]|없|못|모[르릅]/i;
/** Of what is read on both sides of a name. */
const LONGEST = 160;
const NAME = '‹›';
/** An assistant that does not know a brand says so where it first mentions it, perhaps after repeating the question. */
const MOST_TESTED_OWN = 4;
const MOST_TESTED = 1;
/** Such an answer is short. */
const MOST_EMPTY = 20;

/**
 * The occurrences without those that only say that the assistant does not know the brand. The brands that are left with
 * none are `unknown`.
 */
export function withoutAbsences(
  { text, sentences }: Parts,
  occurrences: Occurrence[],
): { known: Occurrence[]; unknown: Set<number> } {
  const unknown = new Set<number>();
  let known = occurrences;
  const tested = new Map<number, number>();
  for (const occurrence of occurrences) {
    const { brand } = occurrence;
    const times = tested.get(brand) ?? 0;
    if (times >= (brand === 0 ? MOST_TESTED_OWN : MOST_TESTED)) continue;
    tested.set(brand, times + 1);
    if (!isAbsence(text, sentences, occurrence)) continue;
    tested.set(brand, MOST_TESTED_OWN);
    const own = occurrences.filter((one) => one.brand === brand);
    const rest = new Set(own.length > MOST_EMPTY ? own : own.filter((one) => !isEmpty(text, sentences, one)));
    if (rest.size === 0) unknown.add(brand);
    known = known.filter((one) => one.brand !== brand || rest.has(one));
  }
  return { known, unknown };
}

function isEmpty(text: string, sentences: number[], occurrence: Occurrence): boolean {
  const sentence = sentenceAround(text, sentences, occurrence);
  return GUESS.test(sentence) || CONDITION.test(sentence) || isAbsence(text, sentences, occurrence);
}

function isAbsence(text: string, sentences: number[], occurrence: Occurrence): boolean {
  const [from, to] = sentenceAt(sentences, occurrence.start);
  const { start, end } = occurrence;
  if (!NEGATION.test(text.slice(Math.max(from, start - LONGEST), Math.min(to, end + LONGEST)))) return false;
  const sentence = sentenceAround(text, sentences, occurrence);
  const plain = sentence.replace(/[*_"“”「」『』]/g, '').replaceAll('’', "'");
  const at = plain.indexOf(NAME);
  // "Acme's prices": the brand is known.
  if (/^['’]s\s/.test(plain.slice(at + NAME.length))) return false;
  return (
    UNKNOWN.some((pattern) => {
      const found = pattern.exec(plain);
      return (
        found !== null && !CONDITION.test(plain.slice(0, Math.max(0, found.index + 1))) && !IS_COMPARED.test(found[0])
      );
    }) && !/もし|如果|若|만약|(?:sa|se)n(?:ız|iz)\b/.test(plain)
  );
}

/** "I'm not aware of any issues with Acme", "I couldn't find anything better than Acme". */
const IS_COMPARED =
  /\b(?:than|issues?|problems?|complaints?|better|alternatives?|difference|reason|flaws?|like|comparable|similar|price|pricing|discounts?|besser|mieux|mejor|meglio|beter|melhor|lepsz|лучше)/i;

/** The sentence with `‹›` in place of the name. */
function sentenceAround(text: string, sentences: number[], { start, end }: Occurrence): string {
  const [from, to] = sentenceAt(sentences, start);
  return `${text.slice(Math.max(from, start - LONGEST), start)}${NAME}${text.slice(end, Math.min(to, end + LONGEST))}`;
}
