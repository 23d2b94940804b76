/**
 * A field that only programs fill in (src/shared/trap-field.ts): people neither see it nor reach it by keyboard or screen reader.
 */
export function TrapInput() {
  return (
    <div hidden>
      <label>
        Leave this empty
        <input name="topic" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
