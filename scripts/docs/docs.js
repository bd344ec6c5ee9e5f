// Color scheme, search, copy buttons, and addresses of the reference from before it moved. The dashboard keeps its
// color scheme under the same name.
const SCHEME = 'mantine-color-scheme-value';
const stored = localStorage.getItem(SCHEME);
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const scheme = stored === 'dark' || stored === 'light' ? stored : system;
document.documentElement.style.colorScheme = scheme;
document.documentElement.dataset.scheme = scheme;

if (/^#(tag|operation|section|webhook)\//.test(location.hash) && location.pathname === '/docs') {
  location.replace(`/docs/reference${location.hash}`);
}

document.addEventListener('DOMContentLoaded', () => {
  const other = scheme === 'dark' ? 'light' : 'dark';
  const button = document.getElementById('scheme');
  button.textContent = other === 'dark' ? 'Dark mode' : 'Light mode';
  button.hidden = false;
  button.addEventListener('click', () => {
    localStorage.setItem(SCHEME, other);
    location.reload();
  });
  if (matchMedia('(max-width: 860px)').matches) document.querySelector('details.pages')?.removeAttribute('open');
  for (const block of document.querySelectorAll('main pre')) addCopy(block);
  for (const block of document.querySelectorAll('main pre code')) {
    block.textContent = block.textContent.replaceAll('http://localhost:4000', location.origin);
  }
  addSearch(document.querySelector('header search'));
});

/** Lists the sections that contain all words. Words of the title count more. */
function addSearch(box) {
  const [input, list] = box.children;
  let loading;
  box.hidden = false;
  const show = async () => {
    loading ??= fetch('/docs/search.json').then((response) => response.json());
    const sections = await loading;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = sections.flatMap(({ url, title, text }) => {
      const [name, all] = [title.toLowerCase(), `${title} ${text}`.toLowerCase()];
      if (words.length === 0 || !words.every((word) => all.includes(word))) return [];
      return [{ url, title, text, rank: words.filter((word) => name.includes(word)).length }];
    });
    found.sort((a, b) => b.rank - a.rank);
    list.replaceChildren(...found.slice(0, 12).map((section) => resultOf(section, words[0])));
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
    if (key === 'Escape') list.replaceChildren();
  });
  list.addEventListener('click', () => list.replaceChildren());
}

function resultOf({ url, title, text }, word) {
  const at = Math.max(0, text.lastIndexOf(' ', text.toLowerCase().indexOf(word) - 40));
  const link = document.createElement('a');
  link.href = url;
  const about = document.createElement('small');
  about.textContent = text.slice(at, at + 120);
  link.append(title, about);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function addCopy(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}
