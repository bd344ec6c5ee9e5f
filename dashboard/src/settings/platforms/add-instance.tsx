import { Button, PasswordInput, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewInstance } from '../../api/platforms.ts';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import classes from './platforms.module.css';

/** Adds an OpenAI-compatible server, such as OpenRouter, as a platform of its own. */
export function AddInstance() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" className={classes.add} onClick={() => setOpen(true)}>
        Add OpenAI-compatible platform
      </Button>
      {isOpen && <InstanceDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function InstanceDialog({ onClose }: { onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { platform: '', base_url: '', model: '', api_key: '', request_body: '' },
    save: async ({ request_body, ...values }) => {
      const body = { ...values, request_body: parsed(request_body) as NewInstance['request_body'] };
      await request('POST /:mode/platform-instances', { params: { mode }, body });
      // Active keywords are asked there from today on.
      await request('POST /:mode/plan-today', { params: { mode } });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog title="Add OpenAI-compatible platform" action="Add platform" form={form} onClose={onClose}>
      <Text size="sm">
        Its answers get a score of their own. The server needs a public https address. Local servers are set up with{' '}
        <code>PLATFORMS_FILE</code>.
      </Text>
      <TextInput
        label="Name"
        description="Lowercase letters, digits and _"
        placeholder="openrouter"
        required
        {...form.getInputProps('platform')}
      />
      <TextInput
        label="Base URL"
        placeholder="https://openrouter.ai/api/v1"
        required
        {...form.getInputProps('base_url')}
      />
      <TextInput label="Model" required {...form.getInputProps('model')} />
      <PasswordInput label="API key" maxLength={500} autoComplete="off" required {...form.getInputProps('api_key')} />
      <Textarea
        label="Extra request body"
        description="JSON, sent with every prompt. For example, the server’s web search tool."
        placeholder={'{ "tools": [{ "type": "openrouter:web_search" }] }'}
        autosize
        minRows={3}
        {...form.getInputProps('request_body')}
      />
    </FormDialog>
  );
}

/** The value behind the text. Text that is not JSON is sent as is, and the server rejects it. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
