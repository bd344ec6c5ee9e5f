import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AlertNotices } from '../api/alerts.ts';
import { read } from '../api/read.ts';
import { request } from '../api/request.ts';
import { formatAge, formatTime } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import { useMode } from '../base/mode.ts';
import { useNow } from '../base/session-context.ts';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './alert-bell.module.css';
import { Disclosure } from './disclosure.tsx';

/** The newest alerts. Opening it marks them as seen by this person. */
export function AlertBell() {
  const mode = useMode();
  const client = useQueryClient();
  const { data } = useRead('GET /:mode/alert-notices', { refetchInterval: 60_000 });
  const [unseenWhenOpened, setUnseenWhenOpened] = useState(0);
  const unseen = data?.unseen ?? 0;
  const count = unseen > 99 ? '99+' : String(unseen);

  function open() {
    setUnseenWhenOpened(unseen);
    const newest = data?.data[0];
    // If it fails, they stay unseen and are counted again.
    if (unseen > 0 && newest) markSeen(newest.event_id).catch(() => {});
  }

  async function markSeen(eventId: string) {
    await request('POST /:mode/alert-notices/seen', { params: { mode }, body: { event_id: eventId } });
    await client.invalidateQueries({ queryKey: read('GET /:mode/alert-notices', { params: { mode } }).queryKey });
  }

  return (
    <Disclosure
      label={unseen > 0 ? `Alerts, ${count} unseen` : 'Alerts'}
      className={classes.button}
      panelClassName={classes.panel}
      face={() => (
        <>
          <Icon name="bell" />
          {unseen > 0 && <span className={`${classes.count} numeric`}>{count}</span>}
        </>
      )}
      onOpen={open}
    >
      {(close) => (
        <>
          <p className={classes.title}>Alerts</p>
          {data?.data.length ? (
            <NoticeList notices={data} unseen={unseenWhenOpened} onFollow={close} />
          ) : (
            <p className={classes.none}>No alerts fired yet.</p>
          )}
          <Link to="/alerts" search={{}} className={classes.all} onClick={close}>
            All alerts
          </Link>
        </>
      )}
    </Disclosure>
  );
}

interface NoticeListProps {
  notices: AlertNotices;
  unseen: number;
  onFollow: () => void;
}

function NoticeList({ notices, unseen, onFollow }: NoticeListProps) {
  const now = useNow();
  return (
    <ul className={classes.list}>
      {notices.data.map(({ event_id, keyword_id, alert_name, keyword, trigger_reason, fired_at }, index) => (
        <li key={event_id} data-unseen={index < unseen || undefined}>
          <Link
            to="/keywords/$keywordId"
            params={{ keywordId: keyword_id }}
            search={{ event: event_id }}
            onClick={onFollow}
          >
            <strong>
              <bdi>{alert_name}</bdi>: <bdi>{keyword}</bdi>
            </strong>
            <span>{visibleText(trigger_reason)}</span>
            <time dateTime={fired_at} title={formatTime(fired_at)}>
              {index < unseen && 'New · '}
              {formatAge(fired_at, now)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
