import type { LivePlatform, PlatformSettings } from './live-platform.ts';
import type { PriceRow } from './prices.ts';
import type { Transport } from './transport.ts';

/** What the service knows about a platform before it has a key. Settings, docs, prices and names come from here. */
export interface PlatformDefinition {
  /** Lowercase identifier, as in the API. Its settings have it as prefix: `GROK_API_KEY`. */
  id: string;
  /** Product name. */
  name: string;
  /** The company behind the product, if its name differs. */
  vendor?: string;
  /** The API in use, for the documentation. */
  api: string;
  /** Built-in prices. They change without notice, and the operator's own rows replace them. */
  prices: PriceRow[];
  /** A report names the platform if it was not measured. */
  isExpected?: boolean;
  /** Without a public URL: the platform exists only if a URL is configured. */
  needsAddress?: boolean;
  create(settings: PlatformSettings, transport: Transport): LivePlatform;
}
