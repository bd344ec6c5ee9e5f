import { Button, Checkbox, FileButton, Progress, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Command } from '../base/command.tsx';
import { Dialog } from '../base/dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { CostNote } from './cost-note.tsx';
import classes from './dialogs.module.css';
import { OutcomeOf } from './outcome.tsx';
import { type KeywordLine, type ReadKeywords, readCsv } from './read-keywords.ts';
import { useImport } from './use-import.ts';

const LARGEST_BYTES = 20 * 1024 * 1024;

/** Imports keywords from CSV. Shows a preview before anything is sent. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const sent = useImport();
  const [read, setRead] = useState<ReadKeywords>();
  return (
    <Dialog title="Import keywords from CSV" onClose={onClose}>
      {sent.data && <OutcomeOf outcome={sent.data} onClose={onClose} />}
      {!sent.data && !read && <Choose onRead={setRead} />}
      {!sent.data && read && <Preview read={read} sent={sent} back={() => setRead(undefined)} />}
    </Dialog>
  );
}

function Choose({ onRead }: { onRead: (read: ReadKeywords) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const take = (content: string) => {
    const read = readCsv(content);
    if (read.lines.length === 0) setProblem(read.problem ?? 'The file is empty.');
    else onRead(read);
  };
  async function open(file: File | null) {
    if (!file) return;
    if (file.size > LARGEST_BYTES) setProblem('The file is larger than 20 MB. Split it into smaller files.');
    else take(await file.text());
  }
  return (
    <div className={classes.form}>
      <Text size="sm">
        The first line contains the column names. Only “keyword” is required. Separate tags with semicolons.
      </Text>
      <Command text={'keyword,tags,country,language\nproject management software,"planning; core",DE,en'} />
      <FileButton onChange={(file) => void open(file)} accept=".csv,.txt,.tsv,text/csv,text/plain">
        {(props) => (
          <Button {...props} variant="default">
            Choose file
          </Button>
        )}
      </FileButton>
      <Textarea
        label="Or paste CSV"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problem && (
        <p className={`${classes.note} ${classes.problem}`} role="alert">
          {problem}
        </p>
      )}
      <Button disabled={text.trim() === ''} onClick={() => take(text)}>
        Preview
      </Button>
    </div>
  );
}

interface PreviewProps {
  read: ReadKeywords;
  sent: ReturnType<typeof useImport>;
  back: () => void;
}

function Preview({ read, sent, back }: PreviewProps) {
  const [isPaused, setPaused] = useState(false);
  const good = read.lines.filter(({ problems }) => problems.length === 0);
  const wrong = read.lines.filter(({ problems }) => problems.length > 0);
  return (
    <div className={classes.form}>
      <Text role="status">
        {formatCount(good.length, 'keyword')} to import
        {wrong.length > 0 ? `, ${formatCount(wrong.length, 'line')} will be skipped.` : '.'}
      </Text>
      {read.problem && <p className={`${classes.note} ${classes.problem}`}>{read.problem}</p>}
      {wrong.length > 0 && <LineTable label="Lines with problems" lines={wrong} />}
      {good.length > 0 && <LineTable label="Keywords to import" lines={good} />}
      <Checkbox
        label="Add as paused"
        checked={isPaused}
        onChange={({ currentTarget }) => setPaused(currentTarget.checked)}
      />
      <CostNote count={good.length} isPaused={isPaused} />
      {sent.error && <FormMessage error={sent.error} />}
      {sent.isPending && (
        <>
          <Progress value={(100 * sent.done) / good.length} aria-label="Import progress" />
          <Text size="sm" className="numeric">
            {formatNumber(sent.done)} of {formatNumber(good.length)} sent
          </Text>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={sent.isPending} onClick={back}>
          Back
        </Button>
        <Button
          loading={sent.isPending}
          disabled={good.length === 0}
          onClick={() => !sent.isPending && sent.mutate({ lines: good, isPaused })}
        >
          Import {formatCount(good.length, 'keyword')}
        </Button>
      </div>
    </div>
  );
}

const SHOWN = 50;

function LineTable({ label, lines }: { label: string; lines: KeywordLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.preview} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Keyword</th>
            <th scope="col">{lines[0]?.problems.length ? 'Problem' : 'Tags, country, language'}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN).map(({ line, keyword, problems }) => (
            <tr key={line}>
              <td className="numeric">{line}</td>
              <td>
                <bdi>{keyword.keyword}</bdi>
              </td>
              <td className={problems.length > 0 ? classes.problem : undefined}>
                <bdi>
                  {problems.join('; ') ||
                    [...keyword.tags, keyword.country, keyword.language].filter(Boolean).join(', ')}
                </bdi>
              </td>
            </tr>
          ))}
          {lines.length > SHOWN && (
            <tr>
              <td colSpan={3}>and {formatNumber(lines.length - SHOWN)} more</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
