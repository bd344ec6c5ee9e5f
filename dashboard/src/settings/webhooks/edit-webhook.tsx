import { INBOX_URL } from '@visibility/sdk';
import { request } from '../../api/request.ts';
import type { ShownWebhook } from '../../api/webhooks.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { sendsOf } from './format-words.ts';
import { headerPlace, headersDraft, toHeadersChange } from './header-fields.tsx';
import { toWebhook, WebhookFields } from './webhook-fields.tsx';

export function EditWebhook({ webhook, onClose }: { webhook: ShownWebhook; onClose: () => void }) {
  const mode = useMode();
  const { events, description, header_names: names } = webhook;
  const isInbox = webhook.url === INBOX_URL;
  const url = isInbox ? '' : webhook.url;
  const form = useServerForm({
    initialValues: {
      url,
      isInbox,
      events,
      description: description ?? '',
      format: sendsOf(webhook),
      ...headersDraft(names),
    },
    save: (typed) =>
      request('PATCH /:mode/webhooks/:webhook_id', {
        params: { mode, webhook_id: webhook.webhook_id },
        body: { ...toWebhook(typed), ...toHeadersChange(typed, names) },
      }),
    placeOf: headerPlace,
    onSaved: onClose,
  });
  return (
    <FormDialog title="Edit webhook" action="Save" form={form} onClose={onClose}>
      <WebhookFields form={form} />
    </FormDialog>
  );
}
