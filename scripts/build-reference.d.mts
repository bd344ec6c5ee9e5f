export function changeRedoc(text: string): string;
