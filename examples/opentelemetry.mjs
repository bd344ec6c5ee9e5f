// Exports traces: node --import ./examples/opentelemetry.mjs server/bin/visibility.js start
// Needs: npm install --no-save @opentelemetry/sdk-node (0.223 on Node 20). It reads the OTEL_ variables.
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ instrumentations: [] });
sdk.start();
// The last spans are sent when everything else has stopped.
process.once('beforeExit', () => sdk.shutdown());
