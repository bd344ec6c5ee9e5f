import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type BrandState, startMeasuring } from '../api/brand.ts';
import { RequestError } from '../api/request.ts';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { BrandStep } from './brand-step.tsx';
import { CompetitorStep } from './competitor-step.tsx';
import { CostStep } from './cost-step.tsx';
import {
  type Draft,
  forgetDraft,
  keepDraft,
  keywordsOf,
  loadDraft,
  MOST_KEYWORDS,
  STEPS,
  toBeginning,
} from './draft.ts';
import { KeywordStep } from './keyword-step.tsx';
import { type Problem, readProblems } from './problems.ts';
import classes from './start.module.css';

const PAGES = [BrandStep, CompetitorStep, KeywordStep, CostStep];

interface WizardProps {
  state: BrandState;
  isBegun: boolean;
  begun: ReactNode;
}

export function Wizard({ state, isBegun, begun }: WizardProps) {
  const { draft, set, sent, problems, isStarted } = useWizard(state);
  const heading = useFocusOn(draft.step);
  const Step = PAGES[draft.step] ?? BrandStep;
  const isLast = draft.step === STEPS.length - 1;
  const count = keywordsOf(draft).length;
  const isReady = draft.step < 2 || (count > 0 && count <= MOST_KEYWORDS);
  if (isStarted || isBegun) return begun;

  function goOn() {
    if (!sent.isPending && isReady) sent.mutate(isLast);
  }

  return (
    <Frame isForm={!isLast} onSubmit={goOn}>
      <ol className={classes.steps} aria-label="Steps">
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === draft.step ? 'step' : undefined} data-done={place < draft.step}>
            <button type="button" disabled={place >= draft.step} onClick={() => set({ step: place })}>
              {step}
            </button>
          </li>
        ))}
      </ol>
      <h2 className={classes.title} ref={heading} tabIndex={-1}>
        {STEPS[draft.step]}
      </h2>
      <Step draft={draft} set={set} problems={problems} />
      <Refusal error={sent.error} problems={problems} step={draft.step} />
      <div className={classes.buttons}>
        {draft.step > 0 && (
          <Button variant="default" disabled={sent.isPending} onClick={() => set({ step: draft.step - 1 })}>
            Back
          </Button>
        )}
        <Button
          type={isLast ? 'button' : 'submit'}
          loading={sent.isPending}
          disabled={!isReady}
          onClick={(event) => {
            // The second click of a double click would go past the step that has just come.
            if (event.detail > 1) event.preventDefault();
            else if (isLast) goOn();
          }}
        >
          {isLast ? 'Start measuring' : 'Continue'}
        </Button>
      </div>
    </Frame>
  );
}

/** Enter goes on, but never starts: and in the last step there are forms for keys, which cannot stand in another form. */
function Frame({ isForm, onSubmit, children }: { isForm: boolean; onSubmit: () => void; children: ReactNode }) {
  const className = `card ${classes.wizard}`;
  if (!isForm) return <div className={className}>{children}</div>;
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className={className} onSubmit={submit}>
      {children}
    </form>
  );
}

/** What belongs to no field of the step that is shown. */
function Refusal({ error, problems, step }: { error: Error | null; problems: Problem[]; step: number }) {
  if (!error) return null;
  const here = problems.filter((problem) => problem.step === step && problem.field === '');
  const isElsewhere = error instanceof RequestError && error.status === 422 && here.length === 0;
  return isElsewhere ? null : <FormMessage error={error} />;
}

function useWizard(state: BrandState) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => loadDraft(state));
  const [isStarted, setStarted] = useState(false);
  const set = (changes: Partial<Draft>) => {
    if (!('step' in changes)) sent.reset();
    setDraft((old) => ({ ...old, ...changes }));
  };
  // Every step is checked by the server, which stores nothing until the last one.
  const sent = useMutation({
    mutationFn: (isLast: boolean) => startMeasuring(mode, toBeginning(draft, { isDryRun: !isLast })),
    onSuccess: async (_, isLast) => {
      if (!isLast) return setDraft((old) => ({ ...old, step: Math.min(old.step + 1, STEPS.length - 1) }));
      setStarted(true);
      forgetDraft();
      await client.invalidateQueries({ queryKey: [mode] });
    },
    onError: (error) => {
      const [first] = problemsIn(error).sort((a, b) => a.step - b.step);
      if (first) setDraft((old) => ({ ...old, step: Math.min(old.step, first.step) }));
    },
  });
  useEffect(() => {
    if (!isStarted) keepDraft(draft);
  }, [draft, isStarted]);
  return { draft, set, sent, problems: problemsIn(sent.error), isStarted };
}

function problemsIn(error: Error | null): Problem[] {
  return error instanceof RequestError && error.status === 422 ? readProblems(error.message) : [];
}

/** A screen reader hears which step came; not on the first look at the page. */
function useFocusOn(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}
