/** An S3 store for a cluster: OpenStack Swift where Debian's packages of it are installed, else the stand-in. */
import { startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { missingSwift, startSwift } from '../store/swift-server.ts';

interface Store {
  name: string;
  variables: Record<string, string>;
  stop: () => Promise<void>;
}

export async function startStore(): Promise<Store> {
  if (missingSwift().length === 0) return { name: 'OpenStack Swift', ...(await startSwift()) };
  const { variables, close } = await startS3StandIn();
  return { name: 'a stand-in', variables, stop: close };
}
