import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Source } from '../api/citations.ts';
import { request } from '../api/request.ts';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { useRole } from '../base/role.tsx';
import classes from './citations-page.module.css';
import { SETTABLE_TYPES, TYPES } from './source-words.ts';
import { TypeName } from './type-name.tsx';

const BY_RULES = 'by-rules';

/** The type of a domain. Members can change it, except for the domains of brands. */
export function TypeSelect({ source }: { source: Source }) {
  const { domain, source_type: type, set_by: setBy } = source;
  const mode = useMode();
  const change = useMutation({
    mutationFn: (next: string) => {
      const params = { mode, domain };
      if (next === BY_RULES) return request('DELETE /:mode/sources/:domain', { params });
      return request('PUT /:mode/sources/:domain', { params, body: { source_type: next } });
    },
  });
  const isFixed = type === 'own' || type === 'competitor' || domain === 'unresolved';
  if (useRole() === 'viewer' || isFixed) return <TypeName type={type} />;
  const unclassified = { label: TYPES.unclassified, value: 'unclassified', disabled: true };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Type of ${domain}`}
        className={classes.type}
        value={type}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.value)}
        data={[
          ...(type === 'unclassified' ? [unclassified] : []),
          ...SETTABLE_TYPES.map((one) => ({ label: TYPES[one], value: one })),
          ...(setBy === 'workspace' ? [{ label: 'Use the rules', value: BY_RULES }] : []),
        ]}
      />
      {setBy && <span className={classes.under}>{setBy === 'workspace' ? 'set by you' : 'set by the operator'}</span>}
      {change.error && <FormMessage error={change.error} />}
    </>
  );
}
