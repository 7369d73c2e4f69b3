package guard

import (
	"net/http"

	"github.com/sparkhost/sparkhost/host/serve/problem"
)

// Login lets a browser in: GET /login?token=… of the link that the service prints, or POST /login of the form. The token goes
// into a cookie that scripts cannot read and other sites do not send, and out of the address.
func (g *Guard) Login(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4096)
	token := r.FormValue("token")
	if g.Keys != nil {
		if _, ok := g.Keys.Find(token); !ok {
			problem.New(problem.Unauthorized, "that token is not known").Write(w)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: token, Path: "/", HttpOnly: true, Secure: g.Secure, SameSite: http.SameSiteStrictMode})
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// Logout forgets the token of a browser.
func (g *Guard) Logout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Path: "/", MaxAge: -1, HttpOnly: true, Secure: g.Secure, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
