import { ownerWords } from '../answer/owner-words.ts';
import type { PageOwner } from '../api/answers.ts';
import classes from './citations-page.module.css';

export function Owner({ owner }: { owner: PageOwner }) {
  return (
    <span className={classes.owner} data-owner={owner}>
      {ownerWords(owner)}
    </span>
  );
}
