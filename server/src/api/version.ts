/** Changes with every change to the contract; also `info.version` of its description. */
export const API_VERSION = '2026-11-16';
