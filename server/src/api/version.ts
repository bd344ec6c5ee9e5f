/** Changes with every change to the contract. Also the `info.version` of the OpenAPI document. */
export const API_VERSION = '2026-11-16';
