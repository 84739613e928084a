import { defineStoryRail } from './element.ts';

defineStoryRail(import.meta.url);
