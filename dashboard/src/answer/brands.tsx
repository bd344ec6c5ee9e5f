import type { AnswerBrand } from '../api/answers.ts';
import classes from './answer-page.module.css';
import { visibleText } from './visible-text.ts';

/** Who is named, best place first. */
export function Brands({ brands }: { brands: AnswerBrand[] }) {
  return (
    <section className={`card ${classes.box}`} aria-labelledby="brands">
      <h2 id="brands">Brands mentioned</h2>
      {brands.length === 0 ? (
        <p className={classes.items}>Neither you nor a competitor you track.</p>
      ) : (
        <ol className={classes.items}>
          {brands.map(({ brand_id, name, is_own, position, sentiment }) => (
            <li key={brand_id}>
              <strong>
                <bdi>{visibleText(name ?? 'A competitor that is no longer tracked')}</bdi>
              </strong>
              {is_own && ' (you)'}
              <small>
                Place {position}, {sentiment}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
