import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumber } from '../base/format.ts';
import { type KeywordLine, readCsv } from '../keywords/read-keywords.ts';
import { keywordsOf, linesOf, MOST_KEYWORDS } from './draft.ts';
import classes from './start.module.css';
import type { StepProps } from './step.ts';
import { suggestKeywords } from './suggest.ts';
import { Suggestions } from './suggestions.tsx';

const SHOWN = 8;
const LONGEST = 60;

export function KeywordStep({ form }: StepProps) {
  const draft = form.values;
  const [trouble, setTrouble] = useState<string[]>([]);
  const wrong = linesOf(draft).filter((line) => line.problems.length > 0);
  const skipped = wrong.map(describe);
  const count = keywordsOf(draft).length;

  async function take(file: File | null) {
    if (!file) return;
    const { lines, problem } = readCsv(await file.text());
    const good = lines.filter((line) => line.problems.length === 0);
    const bad = lines.filter((line) => line.problems.length > 0);
    setTrouble([...(problem ? [problem] : []), ...bad.map(describe)]);
    form.setValues({ imported: good.map(({ keyword }) => keyword), importedFrom: file.name });
  }

  return (
    <div className={classes.fields}>
      <Text c="dimmed">
        Topics that customers ask AI assistants about, e.g. “project management software for agencies”. We create 5
        prompts for each keyword. None of them mentions your brand.
      </Text>
      <Textarea
        label="Keywords"
        description="One per line."
        autosize
        minRows={5}
        maxRows={14}
        {...form.getInputProps('keywords')}
      />
      <Suggestions
        label="Related:"
        names={suggestKeywords(draft)}
        onAdd={(name) => form.setFieldValue('keywords', `${draft.keywords.trimEnd()}\n${name}`.trimStart())}
      />
      <div className={classes.file}>
        <FileButton onChange={(file) => void take(file)} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {(props) => (
            <Button {...props} variant="default">
              Import CSV
            </Button>
          )}
        </FileButton>
        {draft.imported.length > 0 ? (
          <>
            <Text size="sm">
              {formatCount(draft.imported.length, 'keyword')} from <bdi>{draft.importedFrom}</bdi>
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setTrouble([]);
                form.setValues({ imported: [], importedFrom: '' });
              }}
            >
              Remove
            </Button>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            Columns: keyword,tags,country,language
          </Text>
        )}
      </div>
      <Problems title="Skipped:" lines={[...skipped, ...trouble]} />
      <Text role="status" fw={600} className="numeric">
        {count > MOST_KEYWORDS
          ? `${formatNumber(count)} keywords. The limit here is ${formatNumber(MOST_KEYWORDS)}: import the others later on the Keywords page.`
          : formatCount(count, 'keyword')}
      </Text>
    </div>
  );
}

function describe({ line, keyword: { keyword }, problems }: KeywordLine): string {
  const words = keyword.length > LONGEST ? `${keyword.slice(0, LONGEST)}…` : keyword;
  return `Line ${line}, ${words}: ${problems.join('; ')}`;
}

function Problems({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className={classes.problems} role="alert">
      {title}
      <ul>
        {lines.slice(0, SHOWN).map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
        {lines.length > SHOWN && <li>and {formatNumber(lines.length - SHOWN)} more</li>}
      </ul>
    </div>
  );
}
