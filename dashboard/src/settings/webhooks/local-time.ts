/** Converts a time to the value of a `datetime-local` input. */
export function toLocal(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function fromLocal(text: string): string | undefined {
  const time = new Date(text);
  return text && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}
