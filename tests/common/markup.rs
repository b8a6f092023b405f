//! A small checker of markup: tags that nest, attributes that are quoted and unique, entities that exist.
//! It is far from a parser, but what it passes a parser takes.
#![allow(dead_code, reason = "each test file uses some of it")]

/// An element as it opens.
#[derive(Clone, Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The text right after the opening tag.
    pub text: String,
    /// How many elements it stands in.
    pub depth: usize,
}

impl Element {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Elements of HTML that have no end.
const VOID: [&str; 4] = ["meta", "link", "br", "hr"];

/// The elements of an XML document, in order.
///
/// # Panics
/// If it is not well formed, with what is wrong.
pub fn xml(text: &str) -> Vec<Element> {
    elements(text, &[])
}

/// The elements of an HTML document, in order.
///
/// # Panics
/// If its tags are not balanced, with what is wrong.
pub fn html(text: &str) -> Vec<Element> {
    let body = text.strip_prefix("<!DOCTYPE html>").expect("a document type");
    elements(body, &VOID)
}

fn elements(text: &str, void: &[&str]) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let before = &rest[..start];
        check_text(before, open.last().is_some_and(|name| name == "style"));
        if let Some(last) = found.last_mut() {
            let last: &mut Element = last;
            if last.text.is_empty() {
                last.text = unescape(before);
            }
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "</{name}> closes what is open");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "a tag is named {name:?}");
        let element = Element {
            name: name.to_string(),
            attributes: attributes_of(attributes),
            text: String::new(),
            depth: open.len(),
        };
        if !empty && !void.contains(&name) {
            open.push(name.to_string());
        }
        found.push(element);
    }
    check_text(rest, false);
    assert!(open.is_empty(), "{open:?} stays open");
    found
}

fn attributes_of(mut text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return found;
        }
        let (name, rest) = text.split_once("=\"").unwrap_or_else(|| panic!("an attribute has a value: {text:?}"));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ':'), "attribute {name:?}");
        let (value, rest) = rest.split_once('"').expect("a value ends");
        assert!(!value.contains('<'), "a value holds no tag: {value}");
        check_text(value, false);
        assert!(found.iter().all(|(key, _)| key != name), "{name} stands twice");
        found.push((name.to_string(), unescape(value)));
        text = rest;
    }
}

fn check_text(text: &str, style: bool) {
    if style {
        return;
    }
    assert!(!text.contains('>'), "a bare > in {text:?}");
    for part in text.split('&').skip(1) {
        let name = part.split(';').next().unwrap_or_default();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "an entity &{name};");
    }
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!text.chars().any(control), "a control character in {text:?}");
}

fn unescape(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_string(), |text, (entity, c)| text.replace(entity, c))
}
