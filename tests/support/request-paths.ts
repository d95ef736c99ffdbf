/** The paths of the endpoints of a dealership's request and of an agent's steps, filled in. */
import type { AgentStep } from '#contract/agent.ts';
import { doneStep, plainSteps } from '#contract/agent-endpoints.ts';
import { pathOf } from '#contract/endpoint.ts';
import { cancelRequest, followRequest, giveAnydesk, takeBackCancel, viewRequest } from '#contract/portal-endpoints.ts';

export const requestPath = (id: string): string => pathOf(viewRequest, { id });
export const requestEventsPath = (id: string): string => pathOf(followRequest, { id });
export const anydeskPath = (id: string): string => pathOf(giveAnydesk, { id });
export const cancelPath = (id: string): string => pathOf(cancelRequest, { id });
export const takeBackPath = (id: string): string => pathOf(takeBackCancel, { id });

export const agentStepPath = (step: AgentStep): string => (step === 'done' ? doneStep : plainSteps[step]).path;
