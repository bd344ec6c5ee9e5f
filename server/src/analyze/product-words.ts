/**
 * Weights of words that AFINN-165 lacks or weighs for other texts than product descriptions. "Free", "critical" and
 * "share" are features there, "overpriced" and "clunky" are judgements.
 */
export const PRODUCT_WORDS: [weight: number, words: string][] = [
  [
    3,
    'outperform outperforms outperformed unbeatable unmatched unrivaled flawless flawlessly standout superb stellar top-notch first-class world-class best-in-class gorgeous exceptional exceptionally must-have lightning-fast',
  ],
  [
    2,
    'intuitive versatile dependable user-friendly easy-to-use feature-rich well-designed well-documented well-suited well-built well-made easy easier easiest easily fast faster fastest quick quicker quickest speedy ideal ideally excel excels excelled effortless effortlessly seamlessly shine shines affordable affordably inexpensive cheaper cheapest beat beats surpass surpasses simple simpler simplest thoughtful flexible customizable powerful comprehensive extensive accurate accurately responsive praised praises acclaimed favorite recommend recommends recommendation go-to leader leading straightforward transparent modern sleek hassle-free cost-effective reasonable reasonably highest-rated top-rated accessible scalable lightweight mature well-maintained knowledgeable timely handy stable cozy consistently exceeded delicious tasty',
  ],
  [1, 'popular fair smooth smoothly cheap plenty fits works'],
  [
    -2,
    'overpriced pricey expensive costly slow slower slowest slowly sluggish laggy lags clunky buggy bugs glitchy glitches glitch outdated dated obsolete steep complicated complex cumbersome cluttered bloated mediocre tedious error-prone unintuitive unresponsive unreliable unstable unfriendly inconsistent inaccurate incomplete inflexible restrictive lackluster subpar lacks lack lacking lacked drawback drawbacks downside downsides cons con shortcoming shortcomings weakness weaknesses caveat caveats overkill struggle struggles struggled fiddly finicky bland tasteless rude noisy loud tiny messy crash crashes crashed crashing loses freeze freezes froze outage outages downtime upselling lock-in locks difficult difficulty harder hardest worse limitation limitations limiting criticized criticised criticism complain complains complained clumsy flimsy broke breaks broken patchy spotty thin rarely insufficient inadequate unsuitable unclear untrustworthy unimpressive underwhelming uninspired disappoint disappoints disappointed disappointing notorious notoriously outclassed tricky annoying annoyingly cramped bulky',
  ],
  [-3, 'unusable useless worthless nightmare rip-off ripoff deal-breaker dealbreaker garbage scammy'],
];

/** Judgements of more than one word, by their first word. */
export const PHRASES: [weight: number, phrases: string[]][] = [
  [
    3,
    [
      ...['top pick', 'top choice', 'first choice', 'gold standard', 'hard to beat', 'second to none', 'worth every'],
      ...['worth it', 'nothing comes close', 'highly recommended', 'highly recommend', 'would go with', 'high marks'],
    ],
  ],
  [
    2,
    [
      ...['just works', 'go with', 'go for', 'on par', 'stands out', 'stand out', 'value for money', 'great value'],
      ...['well documented', 'well suited', 'well designed', 'well known for', 'rated highest', 'for your money'],
    ],
  ],
  [
    -3,
    [
      ...['steer clear', 'stay away', 'falls short', 'fall short', 'fell short', 'to be desired', 'ranks last'],
      ...['ranked last', "don't buy", 'don’t buy', 'not buy', 'not recommend', "wouldn't recommend", 'at best'],
      ...[
        'cannot recommend',
        "can't recommend",
        'can’t recommend',
        'no longer recommended',
        'not worth',
        'below average',
      ],
    ],
  ],
  [
    -2,
    [
      'hidden fees',
      'hidden costs',
      'data breach',
      'was fined',
      'hit or miss',
      'learning curve',
      'hard to',
      'not enough',
    ],
  ],
];

/** In the AFINN list, but neutral in product descriptions: "tools like Acme", "supports exports", "critical alerts". */
export const NO_JUDGEMENT =
  'like kind matter pretty no support supports supported supporting help helps helping share shares shared want wants growth growing vision opportunity opportunities free alert alerts critical incident incidents issue issues ticket pay demand certain yes hope hoping increase increased chance feeling agree agreement promised drop dropped drops alone comfort quality care cares game games gaming top big block blocks cut cuts number limited join united natural clear clearly challenge challenges capable solution solutions solve solves solved active engage engages engagement interest interests important ensure ensures secure security protect protects protected save saves saved sure true win fire mad lost fight lucky respect charge charges charged'.split(
    ' ',
  );
