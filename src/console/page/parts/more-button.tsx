/** Reads the next page of a list, while there is one. */
export const MoreButton = ({ more }: { readonly more?: () => void }) =>
  more ? (
    <button type="button" class="more" onClick={more}>
      Show more
    </button>
  ) : null;
