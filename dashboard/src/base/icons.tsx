const PATHS = {
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  level: 'M3 8h10',
  back: 'M13 8H3M7 4 3 8l4 4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M3 13l1.1-1.1M11.9 4.1 13 3',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  leave: 'M6 14H3V2h3M10.5 11 13.5 8l-3-3M13 8H6',
  forward: 'M3 3.5 8 8l-5 4.5v-9ZM9 3.5 14 8l-5 4.5v-9Z',
  copy: 'M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8v-8Z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  unfold: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  bell: 'M3.5 11.5h9c-1-1-1.5-2-1.5-4.5a3 3 0 0 0-6 0c0 2.5-.5 3.5-1.5 4.5ZM6.5 13.5a1.6 1.6 0 0 0 3 0',
  flask: 'M6 1.5h4M6.8 1.5v4L2.6 13a1 1 0 0 0 .9 1.5h9a1 1 0 0 0 .9-1.5L9.2 5.5v-4M4.4 10h7.2',
};

export function Icon({ name, size = 16 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
