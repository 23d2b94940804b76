/** Changes the bars of an open page. Loaded after the first page, or when there is a bar. */
import type { QueryClient } from '@tanstack/react-query';
import { cityIn } from '#features/city-guide/web/city-queries.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { listNotices } from '../contract.ts';
import { noticeBar, noticesId, noticesMark } from '../notice-bar.ts';

/** A timer can wait no longer (32 bits of milliseconds). */
const maxTimerMs = 2 ** 31 - 1;

let timer: number | undefined;
/** Counts questions: an answer that a later question overtook is outdated. */
let asked = 0;

/** Asks which notices are up now. A bar that shows the same stays untouched, so that it is not read out again. */
export async function refreshNotices(client: QueryClient): Promise<void> {
  const question = ++asked;
  const { answer: notices } = await callApi(client, listNotices, {}).catch(() => ({ answer: null }));
  if (notices === null || question !== asked) return;
  const bar = document.getElementById(noticesId);
  if ((bar?.dataset.mark ?? '') !== noticesMark(notices)) {
    bar?.remove();
    document.getElementById('root')?.insertAdjacentHTML('beforebegin', noticeBar(notices, cityIn(client).timeZone));
  }
  endInTime();
}

/** Asks for the notices of a new page; those of the first one came with it. */
export async function followNotices(client: QueryClient, isNewPage: boolean): Promise<void> {
  if (isNewPage) await refreshNotices(client);
  else endInTime();
}

/** Takes each bar away at its end. */
function endInTime(): void {
  clearTimeout(timer);
  const bar = document.getElementById(noticesId);
  const ends: number[] = [];
  for (const notice of bar?.querySelectorAll<HTMLElement>('[data-until]') ?? []) {
    const end = Date.parse(notice.dataset.until ?? '');
    if (end <= Date.now()) notice.remove();
    else ends.push(end);
  }
  if (bar?.childElementCount === 0) bar.remove();
  if (ends.length === 0) return;
  timer = window.setTimeout(endInTime, Math.min(Math.min(...ends) - Date.now(), maxTimerMs));
}
