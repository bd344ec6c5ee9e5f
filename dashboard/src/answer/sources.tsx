import type { AnswerSource } from '../api/answers.ts';
import classes from './answer-page.module.css';
import { OutsideLink } from './outside-link.tsx';
import { ownerWords } from './owner-words.ts';
import { visibleText } from './visible-text.ts';

/** The pages that the answer cites, by the numbers it calls them, and those the platform only looked at. */
export function Sources({ sources }: { sources: AnswerSource[] }) {
  const numbered = sources.map((source, index) => ({ ...source, number: index + 1 }));
  const cited = numbered.filter((source) => source.cited);
  const read = numbered.filter((source) => !source.cited);
  return (
    <section className={`card ${classes.box}`} aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      {sources.length === 0 && <p className={classes.items}>The answer came without sources.</p>}
      {cited.length > 0 && <SourceList title="Cited in the answer" sources={cited} />}
      {read.length > 0 && <SourceList title="Only looked at, not cited" sources={read} />}
    </section>
  );
}

function SourceList({ title, sources }: { title: string; sources: (AnswerSource & { number: number })[] }) {
  return (
    <>
      <h3 className={classes.groupTitle}>{title}</h3>
      <ol className={classes.items}>
        {sources.map(({ number, url, title, cited, domain, owner, owner_name }) => (
          <li key={number}>
            {cited && `${number}. `}
            <OutsideLink url={url}>
              <bdi>{visibleText(title ?? url)}</bdi>
            </OutsideLink>
            <small>
              <bdi>{visibleText(domain ?? url)}</bdi>
              {owner && ` · ${ownerWords(owner, owner_name)}`}
            </small>
          </li>
        ))}
      </ol>
    </>
  );
}
