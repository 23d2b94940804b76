import type { CurrentUser } from '#features/accounts/contract.ts';
import { useLogOut } from '#features/accounts/web/use-log-out.ts';
import { NavLink } from '#web/router/link.tsx';

/** The signed-in part of the header; `className` is for its links. */
export default function SignedInLinks({ user, className }: { user: CurrentUser; className: string }) {
  const { isPending, logOut } = useLogOut();
  return (
    <>
      {user.role === 'staff' ? (
        <NavLink to="/staff" className={className}>
          Staff
        </NavLink>
      ) : null}
      <NavLink to="/dashboard" className={className}>
        Dashboard
      </NavLink>
      <button
        type="button"
        onClick={logOut}
        disabled={isPending}
        className="flex min-h-11 items-center rounded-control border border-header-line px-4 font-semibold text-on-header hover:bg-on-header hover:text-header"
      >
        {isPending ? 'Logging out...' : 'Logout'}
      </button>
    </>
  );
}
