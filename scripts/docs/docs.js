// Color scheme, copy buttons, and addresses of the reference from before it moved. The dashboard keeps its color
// scheme under the same name.
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
});

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
