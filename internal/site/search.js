// Lists the pages that hold every word, those with all words in the title first, each with the place of the first word.
const found = document.getElementById("found");
document.getElementById("search").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  if (words.length === 0) return;
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  pages
    .filter((page) => has(page.t + " " + page.x))
    .sort((a, b) => has(b.t) - has(a.t))
    .forEach((page) => {
      const at = Math.max(0, page.x.toLowerCase().indexOf(words[0]) - 30);
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = page.f;
      link.textContent = page.t;
      const place = document.createElement("small");
      place.textContent = " … " + page.x.slice(at, at + 90) + " …";
      item.append(link, place);
      found.append(item);
    });
});
