import type { AnswerSource, AnswerView } from '../api/answers.ts';
import { OutsideLink } from '../base/outside-link.tsx';
import { ownerWords } from '../base/owner-words.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './answer-page.module.css';

/** The pages cited by the answer, with their markers, and the pages that were retrieved but not cited. */
export function Sources({ reading }: { reading: AnswerView }) {
  const sources = reading.sources.map((source, index) => ({ ...source, index, marker: markerOf(reading, index) }));
  const cited = sources.filter((source) => source.cited);
  const read = sources.filter((source) => !source.cited);
  return (
    <section className={`card ${classes.box}`} aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      {sources.length === 0 && <p className={classes.items}>No sources</p>}
      {cited.length > 0 && <SourceList title="Cited in the answer" sources={cited} />}
      {read.length > 0 && <SourceList title="Retrieved but not cited" sources={read} />}
    </section>
  );
}

/** A marker such as `[2]`. It is taken from the text, because platforms number sources differently. */
function markerOf({ answer, marks }: AnswerView, index: number): string | undefined {
  return marks
    .filter(({ source }) => source === index)
    .map(({ start, end }) => answer.text.slice(start, end))
    .find((text) => /^[[【]\^?\d+.{0,20}[\]】]$/u.test(text));
}

interface ListedSource extends AnswerSource {
  index: number;
  marker: string | undefined;
}

function SourceList({ title, sources }: { title: string; sources: ListedSource[] }) {
  return (
    <>
      <h3 className={classes.groupTitle}>{title}</h3>
      <ol className={classes.items}>
        {sources.map(({ index, marker, url, title, domain, owner, owner_name }) => (
          <li key={index}>
            {marker && <span className={classes.marker}>{visibleText(marker)} </span>}
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
