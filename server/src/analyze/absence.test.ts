import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';

const subject = prepareSubject({
  brand: { id: 'own', aliases: [{ text: 'Kestrelo' }], domains: [] },
  competitors: [{ id: 'rival', aliases: [{ text: 'Brightloom' }], domains: [] }],
});
const read = (text: string) => {
  const { mentions, isUnknown } = analyze({ text, cited: [], retrieved: [] }, subject);
  return { named: mentions.map(({ brandId }) => brandId), isUnknown };
};

test.each([
  ['English', "I couldn't find any information about Kestrelo."],
  ['English', 'I’m not familiar with **Kestrelo**. Could you tell me more about what Kestrelo does?'],
  ['English', "I'm sorry, but I don't have any specific information about a company called Kestrelo."],
  ['English', 'I was unable to find reliable information on "Kestrelo" in my search.'],
  ['English', 'There is no publicly available information about Kestrelo. It may be that Kestrelo is a new brand.'],
  ['English', "You asked about Kestrelo. I haven't heard of Kestrelo, so I can't compare it."],
  ['English', "Kestrelo isn't a brand I'm familiar with."],
  ['German', 'Ich konnte keine Informationen über Kestrelo finden.'],
  ['German', 'Zu Kestrelo liegen mir leider keine Informationen vor.'],
  ['German', 'Kestrelo ist mir nicht bekannt.'],
  ['French', "Je n'ai pas trouvé d'informations sur Kestrelo."],
  ['French', 'Je ne connais pas la marque Kestrelo.'],
  ['Spanish', 'No he encontrado información sobre Kestrelo.'],
  ['Spanish', 'No conozco la marca Kestrelo.'],
  ['Italian', 'Non ho trovato informazioni su Kestrelo.'],
  ['Italian', 'Non conosco Kestrelo.'],
  ['Dutch', 'Ik kon geen informatie over Kestrelo vinden.'],
  ['Dutch', 'Ik ken Kestrelo niet.'],
  ['Portuguese', 'Não encontrei informações sobre a Kestrelo.'],
  ['Portuguese', 'Não conheço a marca Kestrelo.'],
  ['Polish', 'Nie znalazłem żadnych informacji o Kestrelo.'],
  ['Polish', 'Nie znam marki Kestrelo.'],
  ['Russian', 'Я не нашёл информации о компании Kestrelo.'],
  ['Russian', 'Мне не знакома Kestrelo.'],
  ['Turkish', 'Kestrelo hakkında bilgi bulamadım.'],
  ['Japanese', 'Kestreloに関する情報は見つかりませんでした。'],
  ['Chinese', '我没有找到关于 Kestrelo 的信息。'],
  ['Korean', 'Kestrelo에 대한 정보를 찾을 수 없습니다.'],
])('%s: an assistant that does not know the brand does not mention it: %s', (_, text) => {
  expect(read(text)).toEqual({ named: [], isUnknown: true });
});

test.each([
  "If you couldn't find Kestrelo elsewhere, try its own shop.",
  'Wenn Sie keine Informationen über Kestrelo finden, fragen Sie den Händler.',
  "Si vous n'avez pas trouvé d'informations sur Kestrelo, contactez le vendeur.",
  'Si no encuentra información sobre Kestrelo, pregunte en la tienda.',
  'もしKestreloに関する情報が見つかりませんでしたら、公式サイトをご覧ください。',
  '如果您没有找到关于 Kestrelo 的信息，请访问其官网。',
  'Users who are not familiar with Kestrelo can start with its tour.',
  "I'm not aware of any issues with Kestrelo.",
  "I couldn't find anything better than Kestrelo for this.",
  "I couldn't find information about Kestrelo's prices.",
  'Kestrelo has no free plan.',
  "I'm not familiar with every feature, but Kestrelo is the easiest to use.",
])('an assistant that knows the brand mentions it: %s', (text) => {
  expect(read(text)).toEqual({ named: ['own'], isUnknown: false });
});

test('an answer that finds the brand after all mentions it', () => {
  const text = "I couldn't find much information about Kestrelo at first. Kestrelo is a board for small teams.";
  expect(read(text)).toEqual({ named: ['own'], isUnknown: false });
});

test('only the unknown brand is left out', () => {
  expect(read("I couldn't find any information about Brightloom. Kestrelo is a good choice.")).toEqual({
    named: ['own'],
    isUnknown: false,
  });
  expect(read("I'm not familiar with Kestrelo, but Brightloom is a good choice.")).toEqual({
    named: ['rival'],
    isUnknown: true,
  });
});
