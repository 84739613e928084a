import { writeToOutbox } from '../mail/outbox.ts';
import type { Config } from '../platform/config.ts';
import type { SmsSender } from './sms.ts';
import { twilioOf, twilioSender } from './twilio.ts';

const localOutbox = ({ DATA_DIR }: Config): SmsSender => ({
  async send({ id, to, text, code, ts }) {
    await writeToOutbox(DATA_DIR, id, { channel: 'sms', to, text, code, links: [], ts });
    return null;
  },
});

/** Sends through Twilio where it is set up, else into the local outbox while Storyrail is for this machine alone; else null. */
export const openSmsSender = (config: Config): SmsSender | null => {
  const twilio = twilioOf(config);
  if (twilio) return twilioSender(twilio);
  return config.local ? localOutbox(config) : null;
};
