import { Button, Text, Title } from '@mantine/core';
import type { MoveEvent } from '../api/events.ts';
import { formatDate, formatTime } from '../base/format.ts';
import { visibleText } from '../base/visible-text.ts';
import { describeMove } from './describe-move.ts';
import classes from './moves.module.css';

const SHOWN = 6;

/** Significant changes and alerts, newest first. */
export function Moves({ moves, onMove }: { moves: MoveEvent[]; onMove: (eventId: string) => void }) {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="moves">
      <Title order={2} size="h3" id="moves">
        Changes
      </Title>
      {moves.length === 0 ? (
        <Text size="sm" c="dimmed">
          No significant changes in this range.
        </Text>
      ) : (
        <ul className={classes.moves}>
          {moves.slice(0, SHOWN).map((move) => (
            <li key={move.id} className={classes.move}>
              <span className={classes.words}>
                <bdi>{visibleText(describeMove(move))}</bdi>
                <time dateTime={move.created_at} title={formatTime(move.created_at)}>
                  {formatDate(move.created_at)}
                </time>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={`Why? ${visibleText(describeMove(move))}`}
                onClick={() => onMove(move.id)}
              >
                Why?
              </Button>
            </li>
          ))}
        </ul>
      )}
      {moves.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {moves.length - SHOWN} earlier {moves.length - SHOWN === 1 ? 'change is' : 'changes are'} marked in the
          history.
        </Text>
      )}
    </section>
  );
}
