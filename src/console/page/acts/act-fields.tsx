import type { ActField } from './act.js';

type Said = Readonly<Record<string, string>>;

const REASON: ActField = { name: 'reason', label: 'Why', hint: 'Kept with the act, for whoever reads it later.' };

/** What an operator says about an act; what is left empty is not said. */
export function ActFields({
  fields,
  said,
  onSay,
}: {
  readonly fields: readonly ActField[];
  readonly said: Said;
  readonly onSay: (said: Said) => void;
}) {
  const say = (name: string, value: string): void => {
    const { [name]: _before, ...others } = said;
    onSay(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <>
      {[...fields, REASON].map((field) => (
        <Field
          key={field.name}
          field={field}
          value={said[field.name] ?? ''}
          onSay={(value) => say(field.name, value)}
        />
      ))}
    </>
  );
}

function Field({
  field: { name, label, options, isOptional, hint },
  value,
  onSay,
}: {
  readonly field: ActField;
  readonly value: string;
  readonly onSay: (value: string) => void;
}) {
  const id = `act-${name}`;
  const shared = { id, required: !isOptional, 'aria-describedby': hint && `${id}-hint` };
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select {...shared} value={value} onChange={(event) => onSay(event.currentTarget.value)}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} value={value} maxLength={1000} onInput={(event) => onSay(event.currentTarget.value)} />
      )}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  );
}
