import { z } from 'zod';
import { addInstance, removeInstance } from '../../access/platform-instances.ts';
import { ApiError } from '../../base/errors.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { instanceName, requestBody } from '../../collect/named-platform.ts';
import type { Db } from '../../store/db.ts';
import type { AddressRule } from '../../webhooks/address.ts';
import { webhookUrlProblem } from '../../webhooks/url.ts';
import { type Route, route } from '../route.ts';
import { apiKey } from '../v1/platforms.ts';
import { declared } from './contract/contract.ts';

export interface InstanceDeps {
  db: Db;
  secrets: SecretsBox;
  addresses: AddressRule;
  environmentPlatforms: string[];
}

export const newInstance = z.strictObject({
  platform: instanceName,
  base_url: z.string(),
  model: z.string().trim().min(1).max(200),
  api_key: apiKey,
  request_body: requestBody.default({}),
});

/** OpenAI-compatible servers that a workspace names itself. They follow the address rules of webhooks. */
export function platformInstanceRoutes({ db, secrets, addresses, environmentPlatforms }: InstanceDeps): Route[] {
  return [
    route({
      ...declared('POST /:mode/platform-instances'),
      scope: 'write',
      body: newInstance.extend({
        base_url: z.string().superRefine((url, context) => {
          const problem = webhookUrlProblem(url, addresses);
          if (problem) context.addIssue({ code: 'custom', message: problem });
        }),
      }),
      async handle({ caller: { workspaceId, by }, body }) {
        const { platform, base_url: baseUrl, model, request_body } = body;
        if (environmentPlatforms.includes(platform)) throw new ApiError(409, `${platform} already exists`);
        const sealed = secrets.seal(body.api_key, `${workspaceId} ${platform}`);
        const instance = { platform, baseUrl, model, requestBody: request_body };
        await addInstance(db, workspaceId, { instance, sealed, by });
        return { status: 201, body: { platform } };
      },
    }),
    route({
      ...declared('DELETE /:mode/platform-instances/:platform'),
      scope: 'write',
      async handle({ caller: { workspaceId, by }, params: { platform = '' } }) {
        const isRemoved = await removeInstance(db, workspaceId, { platform, by });
        if (!isRemoved) throw new ApiError(404, 'Platform not found');
        return { status: 204, body: undefined };
      },
    }),
  ];
}
