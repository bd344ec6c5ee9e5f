import { Button, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CompetitorCandidate } from '@visibility/sdk';
import { request } from '../api/request.ts';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { MemberOnly } from '../base/role.tsx';
import { Waiting } from '../base/states.tsx';
import { useOnce } from '../base/use-once.ts';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './competitors.module.css';

/** Brands listed next to tracked brands, with a button to track them. */
export function CandidateList() {
  const result = useRead('GET /:mode/competitors/candidates', {
    query: { per_page: 12 },
    staleTime: 5 * 60_000,
  });
  const { data } = result;
  return (
    <section className={`card ${classes.section}`}>
      <div>
        <Title order={2} size="h3">
          Suggested competitors
        </Title>
        <Text size="sm" c="dimmed">
          Brands that recent answers (last 30 days) list next to tracked brands.
        </Text>
      </div>
      <Waiting result={result} height={90} />
      {data?.data.length === 0 && <Text c="dimmed">No other brands found yet.</Text>}
      <ul className={classes.candidates}>
        {data?.data.map((candidate) => (
          <Candidate key={candidate.name} candidate={candidate} />
        ))}
      </ul>
    </section>
  );
}

function Candidate({
  candidate: { name, mentions, keywords, platforms, context },
}: {
  candidate: CompetitorCandidate;
}) {
  const mode = useMode();
  const added = useMutation({
    mutationFn: () => request('POST /:mode/competitors', { params: { mode }, body: { name } }),
  });
  const add = useOnce(added);
  return (
    <li className={classes.candidate}>
      <div className={classes.who}>
        <bdi className={classes.name}>{visibleText(name)}</bdi>
        <Text size="sm" c="dimmed">
          {formatCount(mentions, 'answer')} · {formatCount(keywords, 'keyword')} ·{' '}
          {platforms.map((id) => platformLook(id).name).join(', ')}
        </Text>
        {context !== name && (
          <blockquote className={classes.quote}>
            <bdi>{visibleText(context)}</bdi>
          </blockquote>
        )}
        {added.error && <FormMessage error={added.error} />}
      </div>
      <MemberOnly>
        <Button
          variant="default"
          size="xs"
          aria-label={`Track ${visibleText(name)}`}
          loading={added.isPending}
          onClick={add}
        >
          Track
        </Button>
      </MemberOnly>
    </li>
  );
}
