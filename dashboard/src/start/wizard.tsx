import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { own } from '../../../server/src/base/own.ts';
import type { BrandState } from '../api/brand.ts';
import { request } from '../api/request.ts';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { rowPlace, type ServerForm, useServerForm } from '../base/server-form.ts';
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
  sentRows,
  toBeginning,
} from './draft.ts';
import { KeywordStep } from './keyword-step.tsx';
import classes from './start.module.css';

const PAGES = [BrandStep, CompetitorStep, KeywordStep, CostStep];

interface WizardProps {
  state: BrandState;
  isBegun: boolean;
  begun: ReactNode;
}

export function Wizard({ state, isBegun, begun }: WizardProps) {
  const { form, isStarted } = useWizard(state);
  const draft = form.values;
  const heading = useFocusOn(draft.step);
  const Step = PAGES[draft.step] ?? BrandStep;
  const isLast = draft.step === LAST_STEP;
  const count = keywordsOf(draft).length;
  const isReady = draft.step < 2 || (count > 0 && count <= MOST_KEYWORDS);
  if (isStarted || isBegun) return begun;

  return (
    <Frame form={isLast ? undefined : form} root={form.root}>
      <ol className={classes.steps} aria-label="Steps">
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === draft.step ? 'step' : undefined} data-done={place < draft.step}>
            <button type="button" disabled={place >= draft.step} onClick={() => form.setFieldValue('step', place)}>
              {step}
            </button>
          </li>
        ))}
      </ol>
      <h2 className={classes.title} ref={heading} tabIndex={-1}>
        {STEPS[draft.step]}
      </h2>
      <Step form={form} />
      {form.failure && <FormMessage error={form.failure} />}
      <div className={classes.buttons}>
        {draft.step > 0 && (
          <Button
            variant="default"
            disabled={form.saved.isPending}
            onClick={() => form.setFieldValue('step', draft.step - 1)}
          >
            Back
          </Button>
        )}
        <Button
          type={isLast ? 'button' : 'submit'}
          loading={form.saved.isPending}
          disabled={!isReady}
          onClick={(event) => {
            // Ignores the second click of a double click, which would skip the next step.
            if (event.detail > 1) event.preventDefault();
            else if (isLast) form.saved.mutate();
          }}
        >
          {isLast ? 'Start tracking' : 'Continue'}
        </Button>
      </div>
    </Frame>
  );
}

interface FrameProps {
  form: Pick<ServerForm<Draft>, 'submit'> | undefined;
  root: ServerForm<Draft>['root'];
  children: ReactNode;
}

/** Enter continues to the next step. The last step is no form, because it contains the forms for API keys. */
function Frame({ form, root, children }: FrameProps) {
  const className = `card ${classes.wizard}`;
  return (
    <div ref={root}>
      {form ? (
        <form className={className} onSubmit={form.submit}>
          {children}
        </form>
      ) : (
        <div className={className}>{children}</div>
      )}
    </div>
  );
}

function useWizard(state: BrandState) {
  const mode = useMode();
  const [initialValues] = useState(() => loadDraft(state));
  const [isStarted, setStarted] = useState(false);
  // The server validates every step and stores nothing until the last one.
  const form: ServerForm<Draft> = useServerForm<Draft, unknown>({
    initialValues,
    save: (draft) =>
      request('POST /:mode/start', {
        params: { mode },
        body: toBeginning(draft, { isDryRun: draft.step < LAST_STEP }),
      }),
    onSaved: async () => {
      const { step } = form.getValues();
      if (step < LAST_STEP) return form.setFieldValue('step', step + 1);
      setStarted(true);
      forgetDraft();
    },
    onRefused: (problems) => {
      const steps = problems.map(({ path }) => own(STEP_OF, path.split('.')[0] ?? '') ?? LAST_STEP);
      flushSync(() => form.setFieldValue('step', Math.min(form.getValues().step, ...steps)));
    },
    placeOf: (path, draft) => rowPlace(path, 'competitors', sentRows(draft)),
  });
  useEffect(() => {
    if (!isStarted) keepDraft(form.values);
  }, [form.values, isStarted]);
  return { form, isStarted };
}

const LAST_STEP = STEPS.length - 1;
/** The step that contains each field of the request body. */
const STEP_OF: Record<string, number> = { brand: 0, competitors: 1, keywords: 2 };

/** Announces the new step to screen readers, except when the page opens. */
function useFocusOn(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}
