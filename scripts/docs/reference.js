// Redoc with the colors of the dashboard.
const isDark = document.documentElement.dataset.scheme === 'dark';
const color = isDark
  ? { text: '#e6e9ef', dimmed: '#99a2b2', line: '#2b313d', surface: '#1a1f28', raised: '#20262f', accent: '#8f96f5' }
  : { text: '#171a21', dimmed: '#5b6271', line: '#e4e5eb', surface: '#ffffff', raised: '#fafafc', accent: '#4a50cc' };
const FONT = 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const MONO = 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace';
const good = { color: isDark ? '#4fd08b' : '#0b7a43', backgroundColor: isDark ? '#16281f' : '#eaf6ef' };
const bad = { color: isDark ? '#ff8785' : '#c0292b', backgroundColor: isDark ? '#2d1b1d' : '#fcefef' };
const calm = { color: color.dimmed, backgroundColor: color.raised };

const theme = {
  spacing: { sectionVertical: 28 },
  colors: {
    primary: { main: color.accent },
    success: { main: good.color },
    error: { main: bad.color },
    text: { primary: color.text, secondary: color.dimmed },
    gray: { 50: color.raised, 100: color.line },
    border: { dark: color.line, light: color.line },
    responses: { success: good, error: bad, redirect: calm, info: calm },
  },
  schema: {
    linesColor: color.line,
    typeNameColor: color.dimmed,
    typeTitleColor: color.dimmed,
    requireLabelColor: bad.color,
    nestedBackground: color.raised,
    arrow: { color: color.dimmed },
  },
  typography: {
    fontFamily: FONT,
    fontSize: '15px',
    headings: { fontFamily: FONT, fontWeight: '650' },
    code: { fontFamily: MONO, fontSize: '13px', color: color.text, backgroundColor: color.raised },
    links: { color: color.accent, visited: color.accent, hover: color.accent },
  },
  sidebar: { backgroundColor: color.surface, textColor: color.text, activeTextColor: color.accent },
  rightPanel: { backgroundColor: '#12151c', textColor: '#e6e9ef' },
  codeBlock: { backgroundColor: '#0d1016' },
  fab: { backgroundColor: color.surface, color: color.accent },
};

const options = {
  disableSearch: true,
  hideDownloadButton: true,
  hideSchemaPattern: true,
  jsonSampleExpandLevel: 'all',
  scrollYOffset: 52,
  theme,
};
Redoc.init('/openapi.json', options, document.getElementById('reference'));
