/** A real mail server on this machine that stores its mails, has no accounts, and can be told to refuse. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it came over the wire, with '\r\n'. */
  source: string;
}

interface Refusal {
  at: 'RCPT' | 'DATA';
  code: number;
  text?: string;
}

export interface MailSink {
  url: string;
  received: ReceivedMail[];
  /** The answer to the next recipients and messages: 'RCPT' or 'DATA' with a code; undefined accepts them. */
  refusal: Refusal | undefined;
  /** The same for single recipients; 'silence' never answers. */
  refusalOf: (to: string) => Refusal | 'silence' | undefined;
  stop(): Promise<void>;
}

/** @param port 0: any free port */
export async function startMailSink(port = 0): Promise<MailSink> {
  const refuse = (at: 'RCPT' | 'DATA', to: string, done: (error?: Error | null) => void) => {
    const refusal = sink.refusalOf(to) ?? sink.refusal;
    if (refusal === 'silence') return;
    done(
      refusal?.at === at
        ? Object.assign(new Error(refusal.text ?? 'refused by the test'), { responseCode: refusal.code })
        : null,
    );
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(Object.assign(new Error('no such account'), { responseCode: 535 })),
    logger: false,
    onRcptTo: ({ address }, _, done) => refuse('RCPT', address, done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        refuse('DATA', to[0] ?? '', (error) => {
          if (!error) {
            const source = Buffer.concat(chunks).toString('utf8');
            sink.received.push({ from: mailFrom ? mailFrom.address : '', to, source });
          }
          done(error);
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail sink has no port');
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    refusal: undefined,
    refusalOf: () => undefined,
    stop: () => new Promise((done) => server.close(done)),
  };
  return sink;
}
