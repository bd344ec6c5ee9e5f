import type { z } from 'zod';
import type { lineQuery } from '../answers.ts';
import type { auditQuery } from '../audit.ts';
import type { pagesQuery } from '../citations.ts';
import type { comparisonQuery } from '../comparison.ts';
import type { voiceQuery } from '../competitors.ts';
import type { connectAnswer } from '../connect.ts';
import type { keyChanges, newKey } from '../keys.ts';
import type { rowQuery } from '../keyword-list.ts';
import type { sentenceQuery } from '../mention-sentences.ts';
import type { overviewQuery } from '../overview.ts';
import type { newInstance } from '../platform-instances.ts';
import type { newLink } from '../share.ts';
import type { beginning } from '../start.ts';
import type { logQuery } from '../webhook-activity.ts';

export type { AnswerTo, Call, ItemOf } from './contract.ts';

/** What the dashboard sends to its own routes. For those of the API, the SDK has the types. */
interface Queries {
  'GET /audit': typeof auditQuery;
  'GET /:mode/overview': typeof overviewQuery;
  'GET /:mode/comparison': typeof comparisonQuery;
  'GET /:mode/keyword-rows': typeof rowQuery;
  'GET /:mode/keywords/:keyword_id/answers': typeof lineQuery;
  'GET /:mode/mentions/sentences': typeof sentenceQuery;
  'GET /:mode/citations/pages': typeof pagesQuery;
  'GET /:mode/share-of-voice': typeof voiceQuery;
  'GET /:mode/webhooks/:webhook_id/log': typeof logQuery;
}

interface Bodies {
  'POST /keys': typeof newKey;
  'PATCH /keys/:key_id': typeof keyChanges;
  'POST /connect': typeof connectAnswer;
  'POST /:mode/start': typeof beginning;
  'POST /:mode/platform-instances': typeof newInstance;
  'POST /:mode/share-links': typeof newLink;
}

/** The requests above that have a query. */
export type Filtered = keyof Queries;

/** The query of a request. Without `page` and `per_page`, the server takes its own. */
export type QueryOf<One extends Filtered> = Omit<z.output<Queries[One]>, 'page' | 'per_page'> & {
  page?: number;
  per_page?: number;
};

/** The requests above that have a body. */
export type Sent = keyof Bodies;

/** The body of a request. */
export type BodyOf<One extends Sent> = z.input<Bodies[One]>;
