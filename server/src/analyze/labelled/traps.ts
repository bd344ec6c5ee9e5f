import type { LabelledAnswer } from './answer.ts';

/** Answers in which a name is hidden, nearly there, or there only for a machine. */
export const TRAPS: LabelledAnswer[] = [
  {
    language: 'en',
    text: `<p>The <b>Nimbus</b> <b>Desk</b> plan and Birch&nbsp;&amp;&nbsp;Rowe are in the list. <!-- Kestrel was removed -->
<img src="x.png" alt="Logo of Vela"> See <a href="https://example.com/larkspur" title="Larkspur">the notes</a>.</p>`,
    named: ['nimbusdesk', 'birch'],
    absent: ['kestrel', 'vela', 'larkspur', 'nimbusbooks'],
  },
  {
    language: 'en',
    text: `Delta wings, Tandem Coffee Roasters, the Orbit Chewing Gum wrapper and the Kestrel Land Trust have one thing in common:
none of them is software.`,
    named: [],
    absent: ['tandem', 'orbit', 'kestrel'],
  },
  {
    language: 'en',
    text: `Notes from the call: brightloom is cheaper, fernway has better exports, and quillstack wins on docs. Everything typed in
a hurry, sorry.`,
    named: ['brightloom', 'fernway', 'quillstack'],
    absent: ['slate', 'orbit'],
  },
  {
    language: 'en',
    text: `- **Brightloom**: sales
- **Bright Loom**: an Etsy shop for weavers, not related
- **Brightlooms**: plural of nothing in particular`,
    named: ['brightloom'],
    absent: ['loop', 'fernway'],
  },
  {
    language: 'en',
    text: `Set the header like this: \`X-Vela-Key: abc\`. The \`vela\` command line tool reads the same variable, and \`Tandem\` is the
name of the config profile in our example.`,
    named: [],
    absent: ['vela', 'tandem'],
  },
  {
    language: 'en',
    text: `![Logo of Kestrel](https://cdn.example.com/kestrel.png)

The picture above shows a logo on a dark background.`,
    named: [],
    absent: ['kestrel', 'vela'],
  },
  {
    language: 'en',
    text: `See the [full guide](https://blog.example.com/vela-vs-kestrel "Vela vs Kestrel") for benchmarks. In short, both of the
tools it compares are fast enough for small clusters.`,
    named: [],
    absent: ['vela', 'kestrel'],
  },
  {
    language: 'en',
    text: `The [Vela documentation][docs] is short, and that of [Kestrel](<https://docs.example.com/kestrel (v2)>) is shorter.

[docs]: https://docs.example.com/larkspur "Larkspur mirror"`,
    named: ['vela', 'kestrel'],
    absent: ['larkspur'],
  },
  {
    language: 'en',
    text: `Brightloom-powered dashboards are common, and a Fernway-style pipeline is what most people expect. Non-Vela users need
an adapter.`,
    named: ['brightloom', 'fernway', 'vela'],
    absent: ['arc', 'loop'],
  },
  {
    language: 'en',
    text: `**Nimbus**
Desk research shows that most buyers read two reviews. Nimbus clouds bring rain; books about them sell well.`,
    named: [],
    absent: ['nimbusdesk', 'nimbusbooks'],
  },
  {
    language: 'en',
    text: `1. ARCHIVE – keep everything
2. ORBITAL – see the big picture
3. LOOPHOLE – find the exceptions
4. VELATURA – a painting technique`,
    named: [],
    absent: ['arc', 'orbit', 'loop', 'vela'],
  },
  {
    language: 'en',
    text: `**Bright**loom is how they style it, and *Quill*Stack does something similar in its logo. **Nimbus** Desk sticks to plain text.`,
    named: ['brightloom', 'quillstack', 'nimbusdesk'],
    absent: ['kestrel'],
  },
  {
    language: 'en',
    text: `PineGrid™ and Vela® are trademarks of their owners. Kestrel¹ is available in Europe only.

¹ As of March.`,
    named: ['pinegrid', 'vela', 'kestrel'],
    absent: ['apple'],
  },
  {
    language: 'en',
    text: `Use vela2 or tandem_sync if you need the old behaviour; myvela and velaX are forks that nobody maintains.`,
    named: [],
    absent: ['vela', 'tandem'],
  },
  {
    language: 'en',
    text: `🔥Vela🔥 is having a moment, and so is →Tandem←. "Larkspur" (formerly "Oakline") is not.`,
    named: ['vela', 'tandem', 'larkspur', 'oakline'],
    absent: ['orbit'],
  },
  {
    language: 'en',
    text: `Target your emails by industry. Loop in the sales team early. Orbit around one metric. Arc the story towards a decision.`,
    named: [],
    absent: ['target', 'loop', 'orbit', 'arc'],
  },
  {
    language: 'en',
    text: `Source list:
- github.com/pinegrid/pinegrid
- news.example.com/2025/vela-raises-money
- oakline.co.uk/about

I only used the first one.`,
    named: [],
    absent: ['pinegrid', 'vela', 'oakline'],
  },
  {
    language: 'en',
    text: `Is tuesday.app down? Reports peaked on Tuesday at noon. The app recovered by Wednesday, according to status.tuesday.app.`,
    named: ['tuesday'],
    absent: ['vela'],
  },
  {
    language: 'en',
    text: `Let's meet on Tuesday. App developers get in free, everybody else pays at the door.`,
    named: [],
    absent: ['tuesday', 'apple'],
  },
  {
    language: 'en',
    text: `Feature | Vela | Kestrel
--- | --- | ---
Alerts | yes | yes
On-call | no | yes`,
    named: ['vela', 'kestrel'],
    absent: ['tandem'],
  },
  {
    language: 'en',
    text: `Café Lumière, also written Cafe Lumiere, is a chain of twelve shops. Its milk comes from Suessmilch, a dairy that writes
itself Süßmilch or SÜSSMILCH.`,
    named: ['lumiere', 'suessmilch'],
    absent: ['clairvoie'],
  },
];
