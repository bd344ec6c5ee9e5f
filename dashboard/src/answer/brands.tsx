import { Text } from '@mantine/core';
import type { AnswerBrand } from '../api/answers.ts';
import { SENTIMENT_NOTE, sentimentLabel } from '../base/sentiment.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './answer-page.module.css';

/** The mentioned brands, highest position first. */
export function Brands({ brands }: { brands: AnswerBrand[] }) {
  return (
    <section className={`card ${classes.box}`} aria-labelledby="brands">
      <h2 id="brands">Brands mentioned</h2>
      {brands.length === 0 ? (
        <p className={classes.items}>None of the tracked brands</p>
      ) : (
        <>
          <ol className={classes.items}>
            {brands.map(({ brand_id, name, is_own, position, sentiment }) => (
              <li key={brand_id}>
                <strong>
                  <bdi>{visibleText(name ?? 'Deleted competitor')}</bdi>
                </strong>
                {is_own && ' (you)'}
                <small>
                  #{position} · {sentimentLabel(sentiment)}
                </small>
              </li>
            ))}
          </ol>
          <Text size="sm" c="dimmed" mt="sm">
            {SENTIMENT_NOTE}
          </Text>
        </>
      )}
    </section>
  );
}
