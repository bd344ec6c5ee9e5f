import type { LabelledAnswer } from './answer.ts';

/** Answers in scripts without spaces, without capitals, or written from right to left. */
export const OTHER_SCRIPTS: LabelledAnswer[] = [
  {
    language: 'zh',
    text: `推荐以下几款软件：

1. **青松云**：适合中小企业，价格透明。
2. **麦田科技**：报表功能最强。
3. Brightloom：界面是英文的。

我个人更喜欢青松云的手机版，使用Vela做监控也不错。`,
    named: ['qingsong', 'maitian', 'brightloom', 'vela'],
    absent: ['xinghe', 'fernway'],
  },
  {
    language: 'zh',
    text: `夏天的夜晚，星河灿烂。农民在麦田里收割，山上的青松迎风而立，云在天边。`,
    named: [],
    absent: ['xinghe', 'maitian', 'qingsong'],
  },
  {
    language: 'zh',
    text: `星河的客服响应很快，比麦田便宜，但文档不如青松云。`,
    named: ['xinghe', 'maitian', 'qingsong'],
    absent: ['hikarino'],
  },
  {
    language: 'zh',
    text: `详情请见 https://example.cn/青松云/价格 ，页面里有完整的价目表。安装命令是 \`apt install 星河\`。`,
    named: [],
    absent: ['qingsong', 'xinghe'],
  },
  {
    language: 'ja',
    text: `おすすめは次の3つです。

- **ヒカリノ**：初心者向け
- **ミライ工房**：カスタマイズが得意
- **さくら屋**：老舗で安心

ヒカリノの無料プランは広告が出ます。アオバは法人専用です。`,
    named: ['hikarino', 'mirai', 'sakuraya', 'aoba'],
    absent: ['brightloom', 'xinghe'],
  },
  {
    language: 'ja',
    text: `アオバズクはフクロウの仲間です。ミライースは軽自動車の名前です。ヒカリノカミという植物は図鑑に載っていません。`,
    named: [],
    absent: ['aoba', 'mirai', 'hikarino'],
  },
  {
    language: 'ja',
    text: `ﾋｶﾘﾉを使うか、BrightloomやVelaを使うかは、チームの大きさで決めるとよいでしょう。`,
    named: ['hikarino', 'brightloom', 'vela'],
    absent: ['aoba'],
  },
  {
    language: 'ja',
    text: `春になると、さくらの下でお弁当を食べます。近くの花屋さんも忙しくなります。`,
    named: [],
    absent: ['sakuraya'],
  },
  {
    language: 'ko',
    text: `중소기업에는 하늘소프트가 가장 많이 추천됩니다. 하늘소프트의 가격은 월 9,900원이고, Brightloom은 조금 더 비쌉니다. 두루미도 후보입니다.`,
    named: ['haneul', 'brightloom', 'durumi'],
    absent: ['vela'],
  },
  {
    language: 'ko',
    text: `재두루미는 겨울에 철원에서 볼 수 있습니다. 하늘은 맑고 바람은 차갑습니다. 소프트 아이스크림은 팔지 않습니다.`,
    named: [],
    absent: ['durumi', 'haneul'],
  },
  {
    language: 'th',
    text: `แนะนำให้ใช้ฟ้าใสเพราะราคาถูกและมีบริการหลังการขายที่ดี ส่วน Brightloom เหมาะกับบริษัทใหญ่`,
    named: ['fahsai', 'brightloom'],
    absent: ['vela'],
  },
  {
    language: 'th',
    text: `วันนี้ท้องฟ้าแจ่มใส เหมาะกับการเดินป่า อย่าลืมพกน้ำดื่มไปด้วย`,
    named: [],
    absent: ['fahsai'],
  },
  {
    language: 'ar',
    text: `من أفضل البرامج: واحة سوفت ونجمتك. يتميز نجمتك بسهولة الاستخدام، بينما تقدم واحة سوفت دعماً على مدار الساعة.`,
    named: ['waha', 'najma'],
    absent: ['vela', 'brightloom'],
  },
  {
    language: 'ar',
    text: `ننصح بواحة سوفت ثم Brightloom للشركات المتوسطة. الأسعار متقاربة.`,
    named: ['waha', 'brightloom'],
    absent: ['najma'],
  },
  {
    language: 'ar',
    text: `تقع واحة سيوة في غرب مصر، وهي مشهورة بالتمور. في الليل تظهر نجمة كبيرة فوق الأفق.`,
    named: [],
    absent: ['waha', 'najma'],
  },
  {
    language: 'he',
    text: `הכלים המומלצים הם כרמליט ודרורנט. כרמליט מתאימה לעסקים קטנים, ולדרורנט יש יותר דוחות. גם Brightloom נפוצה.`,
    named: ['karmelit', 'drornet', 'brightloom'],
    absent: ['vela'],
  },
  {
    language: 'he',
    text: `הדרור הוא ציפור קטנה. מהכרמל רואים את הים, והרוח נעימה בערב.`,
    named: [],
    absent: ['drornet', 'karmelit'],
  },
  {
    language: 'hi',
    text: `छोटे व्यापार के लिए सूर्यटेक सबसे अच्छा है। सूर्यटेक की कीमत कम है, जबकि Brightloom महँगा है।`,
    named: ['suryatech', 'brightloom'],
    absent: ['vela'],
  },
  {
    language: 'hi',
    text: `सूर्य पूर्व में उगता है। सूर्यटेकरी गाँव का एक पुराना टीला है।`,
    named: [],
    absent: ['suryatech'],
  },
];
