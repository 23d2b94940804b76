import type { FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('search')).trim());
  }
  return (
    <search className="mb-3">
      <form onSubmit={submit} className="flex gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            key={value}
            label={label}
            name="search"
            type="search"
            defaultValue={value}
            hideLabel
            placeholder={label}
          />
        </div>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
