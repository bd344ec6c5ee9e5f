import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  /** Shown next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`card ${classes.section}`} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}
