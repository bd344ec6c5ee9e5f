import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { exportCsv } from './export-csv.ts';
import { useKeywordFilter } from './keyword-filter.ts';

/** Exports the filtered keywords. The button shows the progress. */
export function ExportButton({ isDisabled }: { isDisabled: boolean }) {
  const mode = useMode();
  const { shown } = useKeywordFilter();
  const [percent, setPercent] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const exported = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController();
      setPercent(0);
      const onProgress = (done: number, total: number) => setPercent(Math.round((100 * done) / Math.max(1, total)));
      return exportCsv(mode, shown, { onProgress, signal: leaving.current.signal });
    },
    onSuccess: (file) => save(file, `keywords-${mode}.csv`),
    meta: CHANGES_NOTHING,
  });
  return (
    <>
      <Button
        variant="default"
        disabled={isDisabled}
        aria-disabled={exported.isPending}
        onClick={() => !exported.isPending && exported.mutate()}
      >
        {exported.isPending ? `Exporting ${percent}%` : 'Export CSV'}
      </Button>
      {exported.error && <FormMessage error={exported.error} />}
    </>
  );
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has saved the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
