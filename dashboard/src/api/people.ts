import type { AnswerTo, ItemOf } from '@visibility/server/contract';

export type Member = ItemOf<'GET /members'>;
export type Invitation = ItemOf<'GET /members/invitations'>;
export type DashboardSession = ItemOf<'GET /sessions'>;
export type OwnAccount = AnswerTo<'GET /account'>;
export type NewInvitation = AnswerTo<'POST /members/invitations'>;
export type SeenInvitation = AnswerTo<'POST /invitation'>;
