const LENGTHS = [30, 91];

/**
 * Reads of many keywords that no page of the dashboard requests at once: by a tag of half of the keywords, comparisons
 * of long periods, and reports. A read with a body is sent as POST.
 */
export function wideReads() {
  const keywordId = `kw_${'0'.repeat(26)}`;
  const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const tag = 'tag=half';
  const compared = (days) =>
    `since=${dayBefore(days - 1)}&until=${dayBefore(0)}&compare_since=${dayBefore(2 * days - 1)}&compare_until=${dayBefore(days)}`;
  return [
    ...LENGTHS.flatMap((days) => [
      ...['', '/voice', '/coverage'].map((part) => ({
        name: `Half of the keywords: /overview${part}, ${days} days`,
        path: `/test/overview${part}?days=${days}&${tag}`,
      })),
      ...['total', 'keyword'].map((by) => ({
        name: `Half of the keywords: /comparison?by=${by}, ${days} days`,
        path: `/test/comparison?by=${by}&${compared(days)}&${tag}`,
      })),
      {
        name: `All keywords: /comparison?by=keyword, ${days} days`,
        path: `/test/comparison?by=keyword&${compared(days)}`,
      },
      {
        name: `One keyword: /comparison, ${days} days`,
        path: `/test/comparison?${compared(days)}&keyword_id=${keywordId}`,
      },
      {
        name: `One keyword: /visibility?compare=previous, ${days} days`,
        path: `/test/visibility/${keywordId}?since=${dayBefore(days - 1)}&compare=previous&include=evidence`,
      },
    ]),
    ...['weekly', 'monthly'].flatMap((schedule) =>
      ['json', 'csv'].map((format) => ({
        name: `Report of all keywords: ${schedule}, ${format}`,
        path: '/test/reports/preview',
        body: { name: 'Bench', schedule, format },
      })),
    ),
  ];
}
