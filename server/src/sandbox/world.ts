import type { Subject } from '../analyze/subject.ts';
import type { Story, World } from '../collect/simulated.ts';
import { plantGaps } from './planted-gaps.ts';

export interface SandboxKeyword {
  keyword: string;
  tags: string[];
  country: string | undefined;
  language: string | undefined;
  /** Advice that fits only this keyword. */
  points: string[];
}

/** The market behind test keys: five fictional vendors of project management software. */
export function sandboxWorld(seed: string): World {
  return {
    seed,
    brand: {
      id: 'brand',
      name: 'Heron Board',
      otherNames: ['HeronBoard'],
      domain: 'heronboard.example',
      level: 0.42,
      shiftChance: 0.18,
      goodwill: 0.7,
      decoys: [
        'The Heron Boardwalk trust, a nature charity with forty volunteers, still plans its year in one spreadsheet.',
      ],
    },
    competitors: [
      {
        id: 'aplomb',
        name: 'Aplomb',
        otherNames: [],
        domain: 'aplomb.example',
        level: 0.58,
        shiftChance: 0.05,
        goodwill: 0.6,
        decoys: ['The better ones handle recurring work with aplomb and stay out of the way otherwise.'],
      },
      {
        id: 'weftly',
        name: 'weftly',
        otherNames: [],
        domain: 'weftly.example',
        level: 0.45,
        shiftChance: 0.05,
        goodwill: 0.75,
        decoys: ['The consultant Ada Weftlyn suggests writing down the three questions your plan has to answer.'],
      },
      {
        id: 'cadent7',
        name: 'Cadent7',
        otherNames: [],
        domain: 'cadent7.example',
        level: 0.33,
        shiftChance: 0.05,
        goodwill: 0.35,
        decoys: ['Some offices still swear by the Cadent70, a magnetic planning wall from the eighties.'],
      },
      {
        id: 'ecluse',
        name: 'Écluse',
        otherNames: [],
        domain: 'ecluse.example',
        level: 0.24,
        shiftChance: 0.05,
        goodwill: 0.55,
        decoys: ['A team of recluses needs something else than a team that talks all day.'],
      },
    ],
    extras: ['Trackmill', 'Pondero', 'Rowboat', 'Mappello', 'Quillstack', 'Sonderplan'],
    publishers: [
      { domain: 'toolreview.example', name: 'Tool Review', language: 'en' },
      { domain: 'softwarecompass.example', name: 'Software Compass', language: 'en' },
      { domain: 'teamworkweekly.example', name: 'Teamwork Weekly', language: 'en' },
      { domain: 'planners-forum.example', name: 'Planners’ Forum', language: 'en' },
      { domain: 'startupstack.example', name: 'Startup Stack', language: 'en' },
      { domain: 'werkzeugvergleich.example', name: 'Werkzeugvergleich', language: 'de' },
      { domain: 'buero-und-team.example', name: 'Büro & Team', language: 'de' },
      { domain: 'comparatif-logiciels.example', name: 'Comparatif Logiciels', language: 'fr' },
      { domain: 'lejournalduprojet.example', name: 'Le Journal du Projet', language: 'fr' },
    ],
    topics: SANDBOX_KEYWORDS.map(({ keyword, points }) => ({ keyword: keyword.toLowerCase(), points })),
    stories: STORIES,
    gaps: plantGaps(seed, { keywords: SANDBOX_KEYWORDS.map(({ keyword }) => keyword), stories: STORIES }),
  };
}

/** The names and domains of the market. Ids follow the order of `world.competitors`. */
export function sandboxSubject(world: World, competitorIds: string[]): Subject {
  return {
    brand: { id: 'brand', aliases: aliases(world.brand), domains: [world.brand.domain] },
    competitors: world.competitors.map((competitor, index) => ({
      id: competitorIds[index] ?? competitor.id,
      aliases: aliases(competitor),
      domains: [competitor.domain],
    })),
  };
}

function aliases({ name, otherNames }: { name: string; otherNames: string[] }) {
  return [name, ...otherNames].map((text) => ({ text }));
}

const STORIES: Story[] = [
  // Two weeks before the end of seeding, so that every sandbox begins with an event of each kind.
  {
    brandId: 'brand',
    keyword: 'workload management software',
    platform: 'claude',
    day: 77,
    before: 0.2,
    after: 0.7,
  },
  {
    brandId: 'aplomb',
    keyword: 'team collaboration tools',
    platform: 'chatgpt',
    day: 77,
    before: 0.75,
    after: 0.2,
  },
  // Seeding ends with day 90, so advancing one or two weeks shows both.
  { brandId: 'brand', keyword: 'kanban board software', platform: 'perplexity', day: 93, before: 0.22, after: 0.8 },
  { brandId: 'brand', keyword: 'gantt chart software', platform: 'chatgpt', day: 95, before: 0.78, after: 0.24 },
];

export const SANDBOX_KEYWORDS: SandboxKeyword[] = [
  {
    keyword: 'project management software',
    tags: ['core'],
    country: undefined,
    language: undefined,
    points: [
      'Project management software earns its keep when the weekly status meeting gets shorter.',
      'Look at how a late task shows up: in a report on Friday, or on the board the same day.',
      'A plan that someone outside the project cannot read is only half a plan.',
    ],
  },
  {
    keyword: 'team collaboration tools',
    tags: ['core'],
    country: undefined,
    language: undefined,
    points: [
      'The best sign of good collaboration tools is fewer messages that ask where something is.',
      'Decide early whether decisions live in chat or next to the task they belong to.',
      'Guest access matters as soon as freelancers or clients join in.',
    ],
  },
  {
    keyword: 'kanban board software',
    tags: ['boards'],
    country: undefined,
    language: undefined,
    points: [
      'A kanban board only works with a limit on work in progress, so check that columns can have one.',
      'Swimlanes and aging cards are what separates a real board from a list in columns.',
      'Try dragging fifty cards on a phone before you commit.',
    ],
  },
  {
    keyword: 'gantt chart software',
    tags: ['planning'],
    country: undefined,
    language: undefined,
    points: [
      'Check whether following tasks move by themselves when one date slips.',
      'Baselines let you show a client what was promised and what has changed since.',
      'A chart with more than two hundred bars needs collapsible groups and a critical path.',
    ],
  },
  {
    keyword: 'task management for remote teams',
    tags: ['remote'],
    country: undefined,
    language: undefined,
    points: [
      'For teams across time zones, a written handoff per task beats another call.',
      'Due dates should follow the reader’s time zone, which surprisingly few tools get right.',
      'Quiet hours for notifications are worth more than one more integration.',
    ],
  },
  {
    keyword: 'resource planning software',
    tags: ['planning', 'enterprise'],
    country: undefined,
    language: undefined,
    points: [
      'Resource planning needs part-time contracts, holidays and skills, not just a percentage per person.',
      'Ask to see how the tool shows someone who is booked at 130 percent.',
      'Plans by role first and by name later are easier to keep.',
    ],
  },
  {
    keyword: 'project management for agencies',
    tags: ['agencies'],
    country: undefined,
    language: undefined,
    points: [
      'Agencies should look for budgets per retainer and a client view without internal comments.',
      'Time that cannot be turned into an invoice line will not be tracked for long.',
      'Templates per type of job save most agencies an hour per project.',
    ],
  },
  {
    keyword: 'free project management software',
    tags: ['pricing'],
    country: undefined,
    language: undefined,
    points: [
      'Free plans usually limit people, projects or history; the limit on history hurts last and most.',
      'Check whether the free plan still lets you export everything.',
      'Some free tiers leave out guests, which matters with outside partners.',
    ],
  },
  {
    keyword: 'workload management software',
    tags: ['planning'],
    country: undefined,
    language: undefined,
    points: [
      'Workload is a weekly question: a view by day mostly produces noise.',
      'Estimates in hours look exact, but points or sizes are often closer to the truth.',
      'The view must also show what people do outside projects.',
    ],
  },
  {
    keyword: 'how to plan a sprint',
    tags: ['agile', 'guides'],
    country: undefined,
    language: undefined,
    points: [
      'Leave a fifth of the sprint empty: something always comes up.',
      'A sprint without a goal is a to-do list with a deadline.',
      'Two weeks suit most teams; one week is fine if deploying is easy.',
    ],
  },
  {
    keyword: 'Projektmanagement-Software',
    tags: ['core', 'dach'],
    country: 'DE',
    language: 'de',
    points: [
      'Achten Sie auf einen Vertrag zur Auftragsverarbeitung und auf Server in der EU.',
      'Im Mittelstand zählt oft mehr, ob die Software an die vorhandene Zeiterfassung passt.',
      'Der Betriebsrat will bei der Auswertung von Auslastungsdaten meist mitreden.',
    ],
  },
  {
    keyword: 'logiciel de gestion de projet',
    tags: ['core', 'france'],
    country: 'FR',
    language: 'fr',
    points: [
      'Vérifiez que l’interface et le support existent en français, pas seulement la page d’accueil.',
      'Un bon logiciel de gestion de projet doit montrer un retard le jour même.',
      'Pour une PME, la reprise des fichiers existants pèse souvent plus que les fonctions avancées.',
    ],
  },
];
