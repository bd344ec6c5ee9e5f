import type { LabelledAnswer } from './answer.ts';

/** English answers in the shapes assistants write: lists, tables, headings, prose. */
export const ENGLISH: LabelledAnswer[] = [
  {
    language: 'en',
    text: `Here are the best CRM tools for small teams:

1. **Brightloom** – A friendly pipeline view and a generous free plan.
2. **Fernway CRM** – Strong reporting, but the setup takes a day.
3. **Quill Stack** – Good for teams that live in spreadsheets.

If you are on a tight budget, start with Brightloom's free tier.`,
    named: ['brightloom', 'fernway', 'quillstack'],
    absent: ['orbit', 'arc', 'kestrel'],
  },
  {
    language: 'en',
    text: `| Tool | Price | Best for |
|------|-------|----------|
| QuillStack | $12 | Writers |
| tuesday.app | $9 | Project managers |
| Nimbus Desk | $20 | Support teams |

All three integrate with the usual calendars.`,
    named: ['quillstack', 'tuesday', 'nimbusdesk'],
    absent: ['nimbusbooks', 'brightloom', 'slate'],
  },
  {
    language: 'en',
    text: `For help desks I would shortlist Nimbus-Desk and Larkspur. Nimbus-Desk is the safer choice: it has been around for
ten years and its status page is honest. Larkspur is newer and cheaper.

Neither of them does accounting; for that, look at Nimbus Books.`,
    named: ['nimbusdesk', 'larkspur', 'nimbusbooks'],
    absent: ['harbor', 'loop'],
  },
  {
    language: 'en',
    text: `## 1. Kestrel
Kestrel is an observability platform with a query language people actually like.

## 2. Vela
Vela focuses on cost control.

## 3. PineGrid
An open-source option. You can self-host it: \`docker run pinegrid/server\`.`,
    named: ['kestrel', 'vela', 'pinegrid'],
    absent: ['arc', 'tandem', 'quillstack'],
  },
  {
    language: 'en',
    text: `The kestrel is a small falcon that hovers above open country. It hunts voles, and its population follows theirs.
You can tell it from the sparrowhawk by its pointed wings and by the way it hangs in the wind.`,
    named: [],
    absent: ['kestrel', 'vela', 'arc'],
  },
  {
    language: 'en',
    text: `It depends on what you need. **Brightloom** (from $15) covers sales, **tuesday.app** covers planning, and
[Oakline](https://www.oakline.co.uk/products?ref=guide) covers invoicing for UK companies. Many teams use two of them together.`,
    named: ['brightloom', 'tuesday', 'oakline'],
    absent: ['fernway', 'target'],
  },
  {
    language: 'en',
    text: `To install the client, run:

\`\`\`bash
npm install @brightloom/client
export BRIGHTLOOM_KEY=...
\`\`\`

Then call \`client.pipelines()\`. The result is a list of pipelines with their stages.`,
    named: [],
    absent: ['brightloom', 'loop', 'fernway'],
  },
  {
    language: 'en',
    text: `You can find a comparison at https://reviews.example.org/brightloom-vs-fernway and another one at
www.quillstack.io/compare. I could not open either page, so I cannot say what they conclude.`,
    named: [],
    absent: ['brightloom', 'fernway', 'quillstack'],
  },
  {
    language: 'en',
    text: `TOP PICKS FOR 2025

FERNWAY CRM
BEST FOR AGENCIES. LOW PRICE, FAST SUPPORT.

SLATE
BEST FOR TEACHERS.`,
    named: ['fernway', 'slate'],
    absent: ['target', 'brightloom'],
  },
  {
    language: 'en',
    text: `Start with a clean slate: write down who your customers are, then what they ask for. Only then pick software.
The target is a process that survives the next hire. Close the loop with your customers every month.`,
    named: [],
    absent: ['slate', 'target', 'loop', 'orbit'],
  },
  {
    language: 'en',
    text: `Slate is a publishing tool for schools, and Loop is its sister product for parents. Both are made by the same
company in Leeds. A third one, Tandem, matches students with language partners.`,
    named: ['slate', 'loop', 'tandem'],
    absent: ['orbit', 'kestrel'],
  },
  {
    language: 'en',
    text: `Several satellites share this orbit. In tandem with ground radar they track debris; the arc of the antenna limits
what they can see. Architecture matters here: arched reflectors are lighter.`,
    named: [],
    absent: ['orbit', 'tandem', 'arc'],
  },
  {
    language: 'en',
    text: `**Short answer:** Orbit, then Arc.

**Longer answer:** Orbit has the better community features. Arc is a browser, so it only helps if your team works in it all day.
Skip Loop unless you already pay for it.`,
    named: ['orbit', 'arc', 'loop'],
    absent: ['vela', 'slate'],
  },
  {
    language: 'en',
    text: `For container images the usual choices are Harbor, which is a registry with scanning built in, and the registries
of the big clouds. Kubernetes pulls from all of them.`,
    named: ['harbor'],
    absent: ['orbit', 'pinegrid'],
  },
  {
    language: 'en',
    text: `Pearl Harbor is on the island of Oahu. The visitor centre opens at 7 and tours of the memorial are free,
but you should reserve online. Harbor cruises leave from the marina.`,
    named: [],
    absent: ['harbor', 'vela'],
  },
  {
    language: 'en',
    text: `Gap is a clothing retailer; its jeans run a little large. Target sells basics for less. Mind the gap between the
advertised and the real size in both.`,
    named: ['gap', 'target'],
    absent: ['apple', 'slate'],
  },
  {
    language: 'en',
    text: `There is a gap in the market for jeans that fit. Stores measure hips and waist but not rise. Target audience:
people between 30 and 50 who have given up on online orders.`,
    named: [],
    absent: ['gap', 'target'],
  },
  {
    language: 'en',
    text: `Pineapple grows best in warm, dry soil. Plant the crown, water sparingly, and wait about two years. An apple a day
is easier to come by.`,
    named: [],
    absent: ['apple', 'pinegrid'],
  },
  {
    language: 'en',
    text: `Apple's tablets hold their value best. If you want something cheaper, the 3Bolt slate is fine for reading,
and the iFlora keyboard works with both.`,
    named: ['apple', 'threebolt', 'iflora'],
    absent: ['slate', 'target'],
  },
  {
    language: 'en',
    text: `Apple pie needs tart apples: use Bramley or Granny Smith. A 3bolt... sorry, a 3 bolt bracket holds the rack in the oven.
Serve it at the Apple orchard picnic.`,
    named: [],
    absent: ['apple', 'iflora'],
  },
  {
    language: 'en',
    text: `Marlowe Finch, Birch & Rowe and O’Hara Labs all make unscented soaps. MarloweFinch ships worldwide; Birch & Rowe’s
bars are the mildest.`,
    named: ['marlowe', 'birch', 'ohara'],
    absent: ['suessmilch', 'lumiere'],
  },
  {
    language: 'en',
    text: `The O'Hara airport shuttle leaves every 20 minutes. Birch trees line the road, and the Marlowe theatre is two stops
further. Finch Lane is closed this week.`,
    named: [],
    absent: ['ohara', 'birch', 'marlowe'],
  },
  {
    language: 'en',
    text: `For streaming, **Viewly+** has the best catalogue of documentaries. Kite.js powers its web player, and the app is
available on the iFlora TV. Reviewly is an unrelated review site.`,
    named: ['viewly', 'kitejs', 'iflora'],
    absent: ['arc', 'apple'],
  },
  {
    language: 'en',
    text: `Flying a kite is easiest in a steady wind. Review your line before you start, and keep away from power lines.
Kites with two lines can be steered.`,
    named: [],
    absent: ['kitejs', 'viewly'],
  },
  {
    language: 'en',
    text: `According to recent roundups, Brightloom leads for ease of use ([brightloom.com](https://www.brightloom.com/?utm_source=openai)).
The market as a whole grew by a tenth last year ([fernway.com](https://fernway.com/blog/market?utm_source=openai)).`,
    named: ['brightloom'],
    absent: ['fernway', 'quillstack'],
  },
  {
    language: 'en',
    text: `Contact their sales team at hello@quillstack.io or open a ticket at support@fernway.com. Response times are usually
below a day.`,
    named: [],
    absent: ['quillstack', 'fernway'],
  },
  {
    language: 'en',
    text: `The three I'd look at are quillstack.io, pinegrid.dev and oakline.co.uk. All of them offer a trial without a credit card.`,
    named: ['quillstack', 'pinegrid', 'oakline'],
    absent: ['brightloom', 'orbit'],
  },
  {
    language: 'en',
    text: `Ibis are wading birds with long bills. IBIS, by contrast, is a buffer-information standard, and the IBIS tool suite
implements it.`,
    named: ['ibis'],
    absent: ['kestrel', 'larkspur'],
  },
  {
    language: 'en',
    text: `Larkspur needs full sun and well-drained soil. Sow it in autumn where it is to flower; it dislikes being moved.
Larkspur is toxic to cattle.`,
    named: [],
    absent: ['larkspur', 'vela'],
  },
  {
    language: 'en',
    text: `> "We moved from Brightloom to Fernway within a week," one customer writes.[1][2]

Others report the opposite.[3] **Vela**[4] is rarely mentioned.`,
    named: ['brightloom', 'fernway', 'vela'],
    absent: ['tandem', 'orbit'],
  },
  {
    language: 'en',
    text: `I can't recommend a specific vendor without knowing your size and country. Ask three of them for a demo, bring your
own data, and see how long the export takes. Anyone who refuses to show the export is hiding something.`,
    named: [],
    absent: ['brightloom', 'nimbusdesk', 'tandem', 'oakline'],
  },
];
