import type { LabelledAnswer } from './answer.ts';

/** Answers in European languages. */
export const EUROPEAN: LabelledAnswer[] = [
  {
    language: 'de',
    text: `Für kleine Betriebe sind drei Programme interessant:

1. **Nordlicht** – einfache Buchhaltung, Server in Deutschland
2. **Brightloom** – vor allem für den Vertrieb
3. **Süßmilch** – kein Programm, sondern ein Molkereibetrieb mit gutem Onlineshop

Nordlichts Stärke ist der Support; die Nordlicht-App läuft auch offline.`,
    named: ['nordlicht', 'brightloom', 'suessmilch'],
    absent: ['fernway', 'clairvoie'],
  },
  {
    language: 'de',
    text: `Ein Nordlicht sieht man am besten zwischen Oktober und März, weit weg von der Stadt. Die Nordlichter entstehen in
etwa hundert Kilometern Höhe.`,
    named: [],
    absent: ['nordlicht', 'orbit'],
  },
  {
    language: 'de',
    text: `Wer Süssmilch-Joghurt mag, bekommt ihn in der Schweiz ohne ß geschrieben. In Deutschland steht „Süßmilch“ auf dem Becher.`,
    named: ['suessmilch'],
    absent: ['lumiere'],
  },
  {
    language: 'fr',
    text: `Parmi les logiciels de facturation, **Clairvoie** est le plus simple. L'interface de Clairvoie est en français, et
d'autres outils comme Oakline n'existent qu'en anglais. Le Café Lumière l'utilise dans ses douze boutiques.`,
    named: ['clairvoie', 'oakline', 'lumiere'],
    absent: ['brightloom', 'caminova'],
  },
  {
    language: 'fr',
    text: `Une claire-voie est une clôture ajourée. On l'installe sur une terrasse pour garder la lumière ; un café bien placé fait le reste.`,
    named: [],
    absent: ['clairvoie', 'lumiere'],
  },
  {
    language: 'es',
    text: `Las opciones más recomendadas son:

- **Caminova**: rutas y peajes
- **Vela**: costes en la nube
- **tuesday.app**: tareas

Con Caminova puedes exportar todo a una hoja de cálculo.`,
    named: ['caminova', 'vela', 'tuesday'],
    absent: ['brightloom', 'orbit'],
  },
  {
    language: 'es',
    text: `Enciende una vela y camina nova... perdón, camina de nuevo por el puerto. Las velas blancas se ven desde lejos.`,
    named: [],
    absent: ['vela', 'caminova'],
  },
  {
    language: 'it',
    text: `La vela è uno sport che si impara presto. Vela, invece, è una piattaforma per controllare i costi del cloud, e l'alternativa
italiana più vicina è Brightloom.`,
    named: ['vela', 'brightloom'],
    absent: ['arc'],
  },
  {
    language: 'pt',
    text: `Para empresas pequenas, a Brightloom e a Fernway são as mais citadas. A Vela aparece menos, mas o suporte em português é bom.`,
    named: ['brightloom', 'fernway', 'vela'],
    absent: ['oakline'],
  },
  {
    language: 'pl',
    text: `Najczęściej polecany jest Żurawik, a zaraz po nim Brightloom. ŻURAWIK działa też w chmurze. Zurawik (bez kropki) to ta sama firma.`,
    named: ['zurawik', 'brightloom'],
    absent: ['nordlicht'],
  },
  {
    language: 'pl',
    text: `Korzystam z Żurawika od roku i nie narzekam. Przedtem używałem Brightlooma, ale był za drogi.`,
    named: ['zurawik', 'brightloom'],
    absent: ['vela'],
  },
  {
    language: 'pl',
    text: `Mały żurawik stał na brzegu jeziora. Żurawie odlatują we wrześniu.`,
    named: [],
    absent: ['zurawik', 'kestrel'],
  },
  {
    language: 'tr',
    text: `En çok önerilen muhasebe programı Çınarsoft'tur. Çınarsoft’un fiyatı uygun, desteği hızlıdır. CINARSOFT yazımı da kullanılır.`,
    named: ['cinarsoft'],
    absent: ['brightloom', 'vela'],
  },
  {
    language: 'tr',
    text: `Bahçedeki çınar ağacı iki yüz yaşında. Soft içecekler girişte satılıyor.`,
    named: [],
    absent: ['cinarsoft'],
  },
  {
    language: 'ru',
    text: `Чаще всего советуют **Ладогасофт** и «Снежинку». Программа Снежинка подходит для малого бизнеса, а Ладогасофт — для крупных компаний.`,
    named: ['ladoga', 'snezhinka'],
    absent: ['vela', 'brightloom'],
  },
  {
    language: 'ru',
    text: `Каждая снежинка имеет шесть лучей. Снежинки образуются при температуре ниже нуля, а на Ладоге снег лежит до апреля.`,
    named: [],
    absent: ['snezhinka', 'ladoga'],
  },
  {
    language: 'ru',
    text: `Мы работаем с Ладогасофтом три года. До этого пробовали Brightloom.`,
    named: ['ladoga', 'brightloom'],
    absent: ['snezhinka'],
  },
  {
    language: 'el',
    text: `Το Ηλιοσόφτ είναι η πιο απλή λύση. Η ΗΛΙΟΣΟΦΤ έχει έδρα στην Πάτρα και συνεργάζεται με τη Vela.`,
    named: ['iliosoft', 'vela'],
    absent: ['brightloom'],
  },
  {
    language: 'vi',
    text: `Phần mềm Sao Việt phù hợp với cửa hàng nhỏ. So với Brightloom, Sao Viet rẻ hơn nhưng ít báo cáo hơn.`,
    named: ['saoviet', 'brightloom'],
    absent: ['vela'],
  },
  {
    language: 'vi',
    text: `Vì sao Việt Nam có nhiều quán cà phê như vậy? Một phần là do lịch sử, một phần là do khí hậu.`,
    named: [],
    absent: ['saoviet'],
  },
];
