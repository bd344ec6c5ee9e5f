import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import type { Alias } from './subject.ts';

/** The aliases found in a text, as written there. Each alias is its own brand. */
function namesIn(text: string, ...aliases: (string | Alias)[]): string[] {
  const brands = aliases.map((alias, index) => ({
    id: String(index),
    aliases: [typeof alias === 'string' ? { text: alias } : alias],
    domains: [],
  }));
  const [brand = { id: 'brand', aliases: [], domains: [] }, ...competitors] = brands;
  const { mentions } = analyze({ text, cited: [], retrieved: [] }, prepareSubject({ brand, competitors }));
  const spans = mentions.flatMap((mention) => mention.spans).sort(([a], [b]) => a - b);
  return spans.map(([start, end]) => text.slice(start, end));
}

test.each([
  ['Pineapple and apple are fruits, Apple is a company.', 'Apple', ['Apple']],
  ['Search engines and modern architecture.', 'Arc', []],
  ['Acme2 and 2Acme are other products.', 'Acme', []],
  ['Try (Acme), "Acme"; Acme! Acme? 🔥Acme🔥', 'Acme', ['Acme', 'Acme', 'Acme', 'Acme', 'Acme']],
  ["Acme's plan and Acme’s price", 'Acme', ['Acme', 'Acme']],
  ['An Acme-compatible and a non-Acme plug', 'Acme', ['Acme', 'Acme']],
  ['Die Acme-Geräte, nicht Acmegeräte', 'Acme', ['Acme']],
  ["L'interface d'Acme et qu'Acmé", 'Acme', ['Acme', 'Acmé']],
  ['Acmeом и с Acme', 'Acme', ['Acme']],
  ['Яндекс и с Яндексом', 'Яндекс', ['Яндекс']],
  ['Trendyol’un fiyatı, Trendyolcu değil', 'Trendyol', ['Trendyol']],
  ['शुद्ध टाटा, पर टाटानगर नहीं', 'टाटा', ['टाटा']],
  ['टाट का थैला', 'टा', []],
  ['شركة نون وقانون', 'نون', ['نون']],
  ['תודה לכרמל, הכרמלית סגורה', 'כרמל', ['כרמל']],
  ['AT&T, C++ und .NET, nicht ASP.NET', 'AT&T', ['AT&T']],
  ['AT&T, C++ und .NET, nicht ASP.NET', 'C++', ['C++']],
  ['AT&T, C++ und .NET, nicht ASP.NET', '.NET', ['.NET']],
  ['Disney+ has it, Disney+2 does not exist', 'Disney+', ['Disney+']],
  ['Acme™ and Acme® and Acme¹', 'Acme', ['Acme', 'Acme', 'Acme']],
])('in a script with spaces a name counts only as a whole word: %s | %s', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test.each([
  ['我推荐小米手机和华为', '小米', ['小米']],
  ['使用Acme做监控', 'Acme', ['Acme']],
  ['2024年Acme发布', 'Acme', ['Acme']],
  ['ソニーの製品、ソニーグループ', 'ソニー', ['ソニー']],
  ['アップルパイは美味しいが、アップルは会社です', 'アップル', ['アップル']],
  ['パイナップルとアップル', 'アップル', ['アップル']],
  ['お花はさくら屋で買う', 'さくら屋', ['さくら屋']],
  ['Acmeは便利です', 'Acme', ['Acme']],
  ['삼성전자는 좋다, 신삼성전자는 없다', '삼성전자', ['삼성전자']],
  ['Acme는 좋다', 'Acme', ['Acme']],
  ['แนะนำฟ้าใสเพราะถูก', 'ฟ้าใส', ['ฟ้าใส']],
  ['กรุงเทพ', 'กร', []],
  ['ຂອງວຽງຈັນດີ', 'ວຽງຈັນ', ['ວຽງຈັນ']],
])(
  'in a script without spaces a name may touch its neighbors, with special rules for Katakana and Hangul: %s',
  (text, alias, expected) => {
    expect(namesIn(text, alias)).toEqual(expected);
  },
);

test.each([
  ['أكمي وبيتاسوفت جيدان', 'بيتاسوفت', ['بيتاسوفت']],
  ['ننصح ببيتاسوفت والبيتاسوفت', 'بيتاسوفت', ['بيتاسوفت', 'بيتاسوفت']],
  ['رخبيتاسوفت', 'بيتاسوفت', []],
  ['אקמי ודרורנט, ולדרורנט יש אפליקציה', 'דרורנט', ['דרורנט', 'דרורנט']],
  ['גגדרורנט', 'דרורנט', []],
])('Arabic and Hebrew names count with a prefix for "and", "in" or "the": %s', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test.each([
  ['Nestle, Nestlé, NESTLÉ and Nestle\u0301', 'Nestlé', ['Nestle', 'Nestlé', 'NESTLÉ', 'Nestle\u0301']],
  ['Lo\u0308wenbra\u0308u', 'Löwenbräu', ['Lo\u0308wenbra\u0308u']],
  ['éAcme and e\u0301Acme', 'Acme', []],
  ['Strauß, Strauss und STRAUSS', 'Strauß', ['Strauß', 'Strauss', 'STRAUSS']],
  ['İşbank ve ISBANK', 'İşbank', ['İşbank', 'ISBANK']],
  ['YAPI KREDİ ve Yapı Kredi', 'Yapı Kredi', ['YAPI KREDİ', 'Yapı Kredi']],
  ['Łaciate i Laciate', 'Łaciate', ['Łaciate', 'Laciate']],
  ['Η ΗΛΙΟΣ και η Ήλιος', 'Ήλιος', ['ΗΛΙΟΣ', 'Ήλιος']],
  ['ＳＯＮＹはソニー', 'Sony', ['ＳＯＮＹ']],
  ['ｿﾆｰとﾊﾟﾅｿﾆｯｸ', 'パナソニック', ['ﾊﾟﾅｿﾆｯｸ']],
  ['カ\u3099スト', 'ガスト', ['カ\u3099スト']],
  ['ガスト', 'カスト', []],
  ['\u1112\u1161\u11ab\u1100\u116e\u11a8은행', '한국', ['\u1112\u1161\u11ab\u1100\u116e\u11a8']],
  ["O’Hara, O'Hara and OʼHara", "O'Hara", ['O’Hara', "O'Hara", 'OʼHara']],
  ['Häagen\u2011Dazs and Häagen—Dazs', 'Häagen-Dazs', ['Häagen\u2011Dazs', 'Häagen—Dazs']],
  ['Coca   Cola, Coca\u00a0Cola and Coca\nCola', 'Coca Cola', ['Coca   Cola', 'Coca\u00a0Cola', 'Coca\nCola']],
  ['Ac\u00adme and Ac\u200bme', 'Acme', ['Ac\u00adme', 'Ac\u200bme']],
  ['𝐀𝐜𝐦𝐞 and 𝓐𝓬𝓶𝓮', 'Acme', ['𝐀𝐜𝐦𝐞', '𝓐𝓬𝓶𝓮']],
  ['شركة أكـــمي', 'أكمي', ['أكـــمي']],
])('spellings that readers see as the same name are the same: %j', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test.each([
  ['Coca Cola vs Coca-Cola vs CocaCola', 'Coca-Cola', ['Coca Cola', 'Coca-Cola', 'CocaCola']],
  [
    'Acme Cloud One, Acme-Cloud One, AcmeCloud-One',
    'Acme Cloud One',
    ['Acme Cloud One', 'Acme-Cloud One', 'AcmeCloud-One'],
  ],
  ['HubSpot, Hub Spot and Hub-Spot, but not Hub spot', 'HubSpot', ['HubSpot', 'Hub Spot', 'Hub-Spot']],
  ['コカ・コーラとコカコーラ', 'コカ・コーラ', ['コカ・コーラ', 'コカコーラ']],
  ['دیجی‌کالا و دیجی کالا و دیجیکالا', 'دیجی‌کالا', ['دیجی‌کالا', 'دیجی کالا', 'دیجیکالا']],
  ['Coca - Cola', 'Coca-Cola', []],
  ['Coca\n\nCola', 'Coca Cola', []],
  ['- Coca\n- Cola', 'Coca Cola', []],
  ['* Coca\n* Cola', 'Coca Cola', []],
  ['## Coca\nCola is a drink', 'Coca Cola', []],
  ['**Coca**\nCola is a drink', 'Coca Cola', []],
  ['**Coca** Cola and *Co*ca Cola', 'Coca Cola', ['Coca** Cola', 'Co*ca Cola']],
])('a gap in a name may be a space, a hyphen or nothing: %j', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test.each<[string, Alias, string[]]>([
  ['The target is clear. Target sells it. TARGET too.', { text: 'Target' }, ['Target', 'TARGET']],
  ['irobot, iRobot, IROBOT', { text: 'iRobot' }, ['irobot', 'iRobot', 'IROBOT']],
  ['3M tape, 3m long', { text: '3M' }, ['3M']],
  ['Zara und zara', { text: 'zara' }, ['Zara', 'zara']],
  ['über Über', { text: 'Über' }, ['Über']],
  ['slate, Slate, SLATE', { text: 'Slate', case: 'exact' }, ['Slate']],
  ['SLATE WINS\nSlate or SLATE', { text: 'Slate', case: 'exact' }, ['SLATE', 'Slate']],
  ['Acme-cloud, Acme-Cloud', { text: 'Acme Cloud', case: 'exact' }, ['Acme-Cloud']],
  ['slate, Slate, SLATE', { text: 'Slate', case: 'insensitive' }, ['slate', 'Slate', 'SLATE']],
  ['小米', { text: '小米', case: 'exact' }, ['小米']],
])('a capital is required if the alias has one, unless configured otherwise: %j %j', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test.each<[string, Alias, string[]]>([
  ['Apple pie is sweet. Apple sells phones.', { text: 'Apple', excludeAny: ['pie'] }, ['Apple']],
  ['Harbor stores images. Harbor is a registry.', { text: 'Harbor', requireAny: ['registry'] }, ['Harbor']],
  ['Harbor is a REGISTRY.', { text: 'Harbor', requireAny: ['registry'] }, ['Harbor']],
  ['Harbor is for registrypeople.', { text: 'Harbor', requireAny: ['registry'] }, []],
  [
    'Le café Lumière. Lumière, le logiciel.',
    { text: 'Lumière', requireAny: ['logiciel'], excludeAny: ['cafe'] },
    ['Lumière'],
  ],
  ['星河灿烂。星河软件很好。', { text: '星河', requireAny: ['软件'] }, ['星河']],
])('context words in the same sentence decide: %j %j', (text, alias, expected) => {
  expect(namesIn(text, alias)).toEqual(expected);
});

test('of two brands with the same name, the one whose context words are in the sentence is mentioned', () => {
  const bank = { text: 'Mercury', requireAny: ['bank'] };
  const car = { text: 'Mercury', requireAny: ['car'] };
  const brand = { id: 'bank', aliases: [bank], domains: [] };
  const subject = prepareSubject({ brand, competitors: [{ id: 'car', aliases: [car], domains: [] }] });
  const { mentions } = analyze({ text: 'Mercury is a car.', cited: [], retrieved: [] }, subject);
  expect(mentions.map(({ brandId }) => brandId)).toEqual(['car']);
});

test.each([
  ['Google Cloud Platform is big.', ['Google', 'Cloud', 'Google Cloud Platform'], ['Google Cloud Platform']],
  ['Google Cloud is big.', ['Google', 'Google Cloud Platform'], ['Google']],
  ['华为云很好', ['华为', '华为云'], ['华为云']],
  ['New York Times Square', ['New York Times', 'Times Square'], ['New York Times']],
])('of overlapping names the leftmost and then the longest counts: %s', (text, aliases, expected) => {
  expect(namesIn(text, ...aliases)).toEqual(expected);
});

test.each([
  ['Run `npm i Acme` now', []],
  ['```\nAcme\n```\nAcme', ['Acme']],
  ['```\nAcme', []],
  ['[guide](https://x.com/Acme "Acme")', []],
  ['[Acme](https://x.com)', ['Acme']],
  ['![Acme](https://x.com/a.png)', []],
  ['See https://x.com/Acme, then Acme', ['Acme']],
  ['See <https://x.com/Acme> and www.Acme.com/Acme.', []],
  ['Good【1†Acme】 and fine ([Acme.com](https://Acme.com/x)).', []],
  ['[a]: https://x.com "Acme"', []],
])('a name counts in prose and link text, not in code, URLs, images or markers: %j', (text, expected) => {
  expect(namesIn(text, 'Acme')).toEqual(expected);
});

test.each([
  ['We use monday.com and Monday.com.', ['monday.com', 'Monday.com']],
  ['See https://monday.com/pricing or monday.com/pricing', []],
  ['monday.com/Asana', ['monday.com']],
  ['Write to hello@monday.com', []],
  ['mymonday.com, my-monday.com, monday.com.br, monday.community', []],
  ['Status: status.monday.com', ['monday.com']],
  ['(monday.com) 用monday.com管理', ['monday.com', 'monday.com']],
  ['Meet on Monday. Com tam is a dish.', []],
])('an alias that is a domain is found in prose but not in URLs: %s', (text, expected) => {
  expect(namesIn(text, 'monday.com')).toEqual(expected);
});

test("a brand's domains also count as its names", () => {
  const brand = { id: 'brand', aliases: [{ text: 'Acme' }], domains: ['acme.io', 'https://www.acme.io/x'] };
  const subject = prepareSubject({ brand, competitors: [] });
  const { mentions } = analyze({ text: 'Try acme.io today.', cited: [], retrieved: [] }, subject);
  expect(mentions.map(({ spans }) => spans)).toEqual([[[4, 11]]]);
});

test('a brand has one mention with all positions', () => {
  const brand = { id: 'brand', aliases: [{ text: 'Acme' }, { text: 'Acme Cloud' }], domains: [] };
  const { mentions } = analyze(
    { text: 'Acme, Acme Cloud.', cited: [], retrieved: [] },
    prepareSubject({ brand, competitors: [] }),
  );
  expect(mentions).toHaveLength(1);
  expect(mentions[0]?.spans).toEqual([
    [0, 4],
    [6, 16],
  ]);
});

test('more different characters than the table has columns do not change the result', () => {
  const many = Array.from({ length: 600 }, (_, i) => String.fromCharCode(0x4e00 + 2 * i, 0x4e01 + 2 * i));
  const text = `我说${many[500]}和${many[3]}`;
  expect(namesIn(text, ...many)).toEqual([many[500], many[3]]);
  // Characters 253 and 254 share their columns with 0 and 1, the first name.
  expect(namesIn(`${many[126]?.charAt(1)}${many[127]?.charAt(0)}`, ...many)).toEqual([]);
});
